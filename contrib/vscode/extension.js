// Starts `hornsolve lsp` for Ada and C.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const settings = workspace.getConfiguration("hornsolve");
  const server = { command: settings.get("path"), args: ["lsp", ...settings.get("arguments")] };
  const documentSelector = ["ada", "c"].map((language) => ({ scheme: "file", language }));
  client = new LanguageClient("hornsolve", "hornsolve", { run: server, debug: server }, { documentSelector });
  return client.start();
};

exports.deactivate = () => client && client.stop();
