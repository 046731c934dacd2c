/** A small button with a sign; its name is for the pointer and the screen reader. */
export function iconButton(icon: string, name: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'tool';
  button.title = name;
  button.ariaLabel = name;
  const sign = document.createElement('span');
  sign.className = `codicon codicon-${icon}`;
  sign.ariaHidden = 'true';
  button.append(sign);
  return button;
}
