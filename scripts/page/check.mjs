// Opens pages of `--html` in Chromium and looks at them as a person would: nothing on the console, no request, no
// violation of the rules of accessibility (axe-core), neither in light nor in dark colours nor on a telephone; the
// steps of a run with buttons and keys; what hides without the script. Needs puppeteer-core, axe-core (npm) and
// Chromium; `make page` brings the first two. Usage: node check.mjs [--pictures FOLDER] PAGE...
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const require = createRequire(join(process.cwd(), "node_modules", "x"));
const puppeteer = require("puppeteer-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const chromium = process.env.CHROMIUM || "/usr/bin/chromium";

const given = process.argv.slice(2);
const pictures = given[0] === "--pictures" ? given.splice(0, 2)[1] : null;
let faults = 0;
const fault = (page, what) => { faults += 1; console.log(`${page}: ${what}`); };

const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox"] });
for (const path of given) {
  const url = pathToFileURL(resolve(path)).href;
  for (const [scheme, width] of [["light", 1280], ["dark", 1280], ["light", 360], ["dark", 360]]) {
    const page = await browser.newPage();
    const name = `${basename(path)} (${scheme}, ${width})`;
    page.on("console", (message) => fault(name, `console: ${message.text()}`));
    page.on("pageerror", (error) => fault(name, `error: ${error.message}`));
    page.on("dialog", async (dialog) => { fault(name, `dialog: ${dialog.message()}`); await dialog.dismiss(); });
    page.on("request", (request) => { if (request.url() !== url) fault(name, `request: ${request.url()}`); });
    await page.setViewport({ width, height: 800 });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    const start = performance.now();
    await page.goto(url, { waitUntil: "load" });
    const time = performance.now() - start;
    const size = await page.evaluate(() => {
      return [document.documentElement.scrollWidth, document.querySelectorAll("*").length];
    });
    if (size[0] > width) fault(name, `it is ${size[0]} wide`);
    await page.evaluate(() => { for (const run of document.querySelectorAll(".run")) run.open = true; });
    if (size[1] < 20_000) {
      // The page's policy forbids strange scripts; those of the browser's own protocol are none.
      await page.evaluate(axe);
      const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
      for (const one of found.violations) {
        const where = one.nodes.slice(0, 3).map((node) => node.html.slice(0, 200)).join(" | ");
        fault(name, `${one.id}: ${one.help}: ${where}`);
      }
    }
    if (pictures) await page.screenshot({ path: join(pictures, `${basename(path)}-${scheme}-${width}.png`) });
    const runs = await page.$$(".run .next");
    if (runs.length > 0) {
      const line = () => page.evaluate(() => document.querySelector(".now")?.id);
      const said = () => page.evaluate(() => document.querySelector(".bar.on output")?.textContent || "");
      await runs[0].click();
      if (!(await said()).startsWith("Step 1 of ") || !(await line())) fault(name, `the first step: ${await said()}`);
      const foot = await page.evaluate(() => {
        return document.querySelector(".bar.on").getBoundingClientRect().bottom - innerHeight;
      });
      if (Math.abs(foot) > 1) fault(name, `the buttons are ${foot} off the foot of the window`);
      if (!(await page.evaluate(() => document.activeElement.className === "next"))) fault(name, "the focus is lost");
      await page.keyboard.press("ArrowRight");
      if (!(await said()).startsWith("Step 2 of ")) fault(name, `an arrow key: ${await said()}`);
      if (pictures) await page.screenshot({ path: join(pictures, `${basename(path)}-${scheme}-${width}-step.png`) });
      await page.keyboard.press("ArrowLeft");
      if (!(await said()).startsWith("Step 1 of ")) fault(name, `the other arrow key: ${await said()}`);
      await page.keyboard.press("Escape");
      if (await line()) fault(name, "a line is marked when the run is closed");
    }
    const filters = await page.$$("input[type=checkbox]");
    if (filters.length > 0) {
      const seen = () => page.evaluate(() => {
        return Array.from(document.querySelectorAll(".src .v")).filter((one) => one.checkVisibility()).length;
      });
      const before = await seen();
      for (const one of filters) await one.click();
      if (before === 0 || (await seen()) !== 0) fault(name, `filters: ${before}, then ${await seen()} checks are seen`);
    }
    console.log(`${name}: ${size[1]} elements, ${time.toFixed(0)} ms`);
    await page.close();
  }
  const page = await browser.newPage();
  await page.setJavaScriptEnabled(false);
  await page.goto(url, { waitUntil: "load" });
  const buttons = await page.$$("button:not([hidden])");
  for (const one of buttons) {
    if (await one.isVisible()) fault(path, "a button is seen that does nothing without the script");
  }
  await page.close();
}
await browser.close();
console.log(`${given.length} pages, ${faults} faults`);
process.exit(faults > 0 ? 1 : 0);
