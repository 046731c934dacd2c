import type { FieldOption } from '../../../../model/form/fieldKind.ts';

/** Options for a `select`, in their groups. */
export function optionElements(options: readonly FieldOption[]): HTMLElement[] {
  const elements: HTMLElement[] = [];
  const groups = new Map<string, HTMLOptGroupElement>();
  for (const { value, text, group } of options) {
    const option = document.createElement('option');
    option.value = value;
    option.textContent = text || value;
    if (group === undefined) {
      elements.push(option);
      continue;
    }
    let around = groups.get(group);
    if (!around) {
      around = document.createElement('optgroup');
      around.label = group;
      groups.set(group, around);
      elements.push(around);
    }
    around.append(option);
  }
  return elements;
}
