import { css } from 'lit';

export const chartStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-width: 0;
    min-height: 0;
    color: var(--vscode-foreground);
    background: var(--vscode-editor-background);
    font-family: var(--vscode-font-family);
    font-size: var(--vscode-font-size);
  }
  :host([hidden]) {
    display: none;
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    flex: none;
    gap: 4px 16px;
    padding: 4px 12px;
  }
  .choices label {
    display: flex;
    align-items: center;
    gap: 6px;
    min-width: 0;
  }
  select {
    color: var(--field-text);
    background: var(--field-ground);
    border: 1px solid var(--field-edge);
    border-radius: var(--corner);
    font: inherit;
    padding: 2px 4px;
    min-width: 0;
    max-width: 240px;
    text-overflow: ellipsis;
  }
  .walk {
    flex: 1 1 240px;
    min-height: 160px;
    overflow: hidden auto;
    position: relative;
  }
  .walk:focus-visible,
  select:focus-visible,
  summary:focus-visible,
  .numbers:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  .picture {
    width: 100%;
  }
  .sentence,
  .notes {
    margin: 0;
    padding: 6px 12px;
  }
  .sentence {
    padding: 16px 12px;
  }
  .notes {
    list-style: none;
    max-height: 20%;
    overflow-y: auto;
    flex: none;
    color: var(--vscode-descriptionForeground);
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  details {
    flex: none;
    padding: 0 12px 6px;
  }
  summary {
    cursor: pointer;
    width: fit-content;
  }
  .numbers {
    max-height: 200px;
    overflow: auto;
    margin-top: 4px;
  }
  table {
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    text-align: start;
    padding: 2px 16px 2px 0;
    font-weight: normal;
    overflow-wrap: anywhere;
  }
  thead th {
    font-weight: 600;
    border-bottom: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, currentColor));
  }
  td,
  th.number {
    text-align: end;
    white-space: nowrap;
  }
`;
