// Acts as a language model: calls a tool, for which VS Code prompts the user.
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
