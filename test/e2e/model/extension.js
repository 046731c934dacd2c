// Stands in for a language model: it calls a tool, and VS Code asks the person.
const vscode = require('vscode');

exports.activate = (context) => {
  const change = vscode.commands.registerCommand('recordbench-test.change', async () => {
    const input = { controller: 'crm/leads', id: '5', fields: { city: 'Mysuru', name: 'Nobody' } };
    try {
      await vscode.lm.invokeTool('recordbench_stage', { input, toolInvocationToken: undefined });
    } catch {
      void vscode.window.showInformationMessage('The model was refused.');
    }
  });
  context.subscriptions.push(change);
};
