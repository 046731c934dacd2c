// VS Code has no setting for the view that it opens with, and lists only walkthroughs of extensions from its gallery.
// It restores open views, so this is needed only once.
const vscode = require('vscode');

exports.activate = async (context) => {
  if (context.globalState.get('opened')) return;
  const { contributes } = vscode.extensions.getExtension('recordbench.recordbench').packageJSON;
  const [container] = contributes?.viewsContainers?.activitybar ?? [];
  if (!container) return;
  await vscode.commands.executeCommand(`workbench.view.extension.${container.id}`);
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', 'recordbench.recordbench#firstSteps');
  await context.globalState.update('opened', true);
};
