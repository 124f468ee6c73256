// Starts `splendor lsp` and connects VS Code with it.

const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const settings = workspace.getConfiguration("splendor");
  const server = { command: settings.get("path"), args: ["lsp", ...settings.get("arguments")] };
  // The server itself ignores JSON that is not a log.
  const documentSelector = [{ language: "json" }, { language: "jsonl" }];
  client = new LanguageClient("splendor", "Splendor logs", server, { documentSelector });
  return client.start();
};

exports.deactivate = () => client?.stop();
