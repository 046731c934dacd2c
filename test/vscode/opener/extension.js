// VS Code has no setting for the view that it opens with. It remembers the last one, so this is needed only once.
const vscode = require('vscode');

exports.activate = async (context) => {
  if (context.globalState.get('opened')) return;
  const { contributes } = vscode.extensions.getExtension('recordbench.recordbench').packageJSON;
  const [container] = contributes?.viewsContainers?.activitybar ?? [];
  if (!container) return;
  await vscode.commands.executeCommand(`workbench.view.extension.${container.id}`);
  await context.globalState.update('opened', true);
};
