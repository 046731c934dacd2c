// VS Code has no setting for the view that it opens with, and tells of walkthroughs only what came from its gallery. It
// remembers what was open, so this is needed only once.
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
