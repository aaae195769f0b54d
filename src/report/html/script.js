"use strict";
(() => {
  const all = (what, within = document) => Array.from(within.querySelectorAll(what));
  let active = null;

  // What a link leads to is open.
  const reveal = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    for (let part = target; part; part = part.parentElement) {
      if (part instanceof HTMLDetailsElement) part.open = true;
    }
    if (target) target.scrollIntoView({ block: "center" });
  };
  addEventListener("hashchange", reveal);

  for (const button of all(".copy")) {
    button.hidden = false;
    button.setAttribute("aria-label", "copy the invariant");
    button.addEventListener("click", () => {
      const code = button.parentElement.querySelector("code");
      const done = () => { button.textContent = "copied"; };
      const select = () => {
        const range = document.createRange();
        range.selectNodeContents(code);
        getSelection().removeAllRanges();
        getSelection().addRange(range);
        if (document.execCommand("copy")) done(); else button.textContent = "selected";
      };
      if (navigator.clipboard) navigator.clipboard.writeText(code.textContent).then(done, select); else select();
    });
  }

  // A run: one row at a time, with the line that it is about, and the values that are known by then.
  const stepper = (run) => {
    const bar = document.createElement("p");
    const [back, next, end] = ["◀ previous", "next ▶", "close"].map((text) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = text;
      bar.append(button);
      return button;
    });
    const output = document.createElement("output");
    bar.className = "bar";
    next.className = "next";
    output.setAttribute("aria-live", "polite");
    bar.append(output);
    // Shown at the foot of the window while it is in use: outside of the lists, which hold fast what is inside.
    const place = (here) => {
      const focused = bar.contains(document.activeElement) ? document.activeElement : null;
      if (here) run.querySelector("summary").after(bar); else document.querySelector("main").append(bar);
      if (focused && !focused.disabled) focused.focus({ preventScroll: true });
    };
    place(true);
    const rows = all("tbody tr:not(.gap)", run);
    let at = -1;
    const unmark = () => {
      for (const line of all(".now")) line.classList.remove("now");
      for (const row of all("[aria-current]", run)) row.removeAttribute("aria-current");
    };
    const values = () => {
      const known = new Map();
      for (const row of rows.slice(0, at + 1)) {
        for (const given of (row.dataset.given || "").split("\n").filter(Boolean)) {
          const cut = given.indexOf(" = ");
          known.set(given.slice(0, cut), given.slice(cut + 3));
        }
        if (row.dataset.name) known.set(row.dataset.name, row.dataset.value);
      }
      return Array.from(known, ([name, value]) => name + " = " + value).join(", ");
    };
    const go = (to) => {
      if (to < 0 || to >= rows.length) return;
      if (active && active !== self) active.stop();
      active = self;
      at = to;
      unmark();
      const row = rows[at];
      const link = row.querySelector("a");
      const line = document.getElementById(link.getAttribute("href").slice(1));
      row.setAttribute("aria-current", "step");
      if (!bar.classList.contains("on")) {
        bar.classList.add("on");
        place(false);
      }
      back.disabled = at === 0;
      next.disabled = at === rows.length - 1;
      const text = "Step " + (at + 1) + " of " + rows.length + ", line " + link.textContent + ": ";
      const known = values();
      output.textContent = text + row.lastElementChild.textContent + (known ? " — " + known : "");
      if (line) {
        line.classList.add("now");
        line.scrollIntoView({ block: "center" });
      }
    };
    const stop = () => {
      unmark();
      bar.classList.remove("on");
      place(true);
      active = null;
      at = -1;
      back.disabled = true;
      next.disabled = false;
      output.textContent = "";
      run.scrollIntoView({ block: "center" });
    };
    const self = { step: (by) => go(at + by), stop };
    back.disabled = true;
    back.addEventListener("click", () => go(at - 1));
    next.addEventListener("click", () => go(at + 1));
    end.addEventListener("click", stop);
  };
  all(".run").forEach(stepper);

  addEventListener("keydown", (event) => {
    if (!active || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === "ArrowRight") active.step(1);
    else if (event.key === "ArrowLeft") active.step(-1);
    else if (event.key === "Escape") active.stop();
    else return;
    event.preventDefault();
  });

  // What is closed is not printed.
  addEventListener("beforeprint", () => { for (const part of all(".run")) part.open = true; });
  reveal();
})();
