const vscode = require('vscode');
const { bareHtml } = require('./bareHtml.js');

/** The document's text is the HTML of the page. */
exports.activate = ({ extensionUri, subscriptions }) => {
  const provider = {
    resolveCustomTextEditor(document, { webview }) {
      webview.options = { enableScripts: true, localResourceRoots: [extensionUri] };
      webview.html = bareHtml(webview, extensionUri, document.getText());
    },
  };
  subscriptions.push(vscode.window.registerCustomEditorProvider('recordbench-test.bareEditor', provider));
};
