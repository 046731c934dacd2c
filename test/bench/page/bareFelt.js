/* Script of a bare page: one message for an input, and what comes back is shown without further ado. */
const vscode = acquireVsCodeApi();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's own has no such thing
const send = (text) => vscode.postMessage({ text });
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's own has no such thing
const type = (typed) => vscode.postMessage({ typed });

window.addEventListener('dblclick', () => send(''));
window.addEventListener('input', ({ target }) => target.matches('#search') && send(target.value));
window.addEventListener('input', ({ target }) => target.matches('#city') && type(target.value));
window.addEventListener('keydown', ({ key, ctrlKey }) => ctrlKey && key.toLowerCase() === 's' && send(''));
window.addEventListener('message', ({ data: { rows } }) => {
  if (!rows) return void (document.getElementById('mark').textContent = 'Saved');
  for (const line of document.querySelector('tbody').rows)
    for (const cell of line.cells) cell.textContent = rows[line.sectionRowIndex]?.[cell.cellIndex] ?? '';
});
