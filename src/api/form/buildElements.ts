import { displayKey, modelKey, pathKey } from '../../model/form/fieldPath.ts';
import type { FormElement, RecordField } from '../../model/form/formElement.ts';
import { type FormGround, readField } from './readField.ts';
import { controlWord, type FoundInput, type FoundNode } from './readFormElements.ts';
import { plainText } from '../plainText.ts';
import { sampleAt } from './readRecord.ts';
import { firstOf, flag, nonBlank } from '../tolerant.ts';

/** The form's tree of groups and fields, each field once. `inputs` are those of the tree that are fields. */
export function buildElements(
  nodes: readonly FoundNode[],
  inputs: readonly FoundInput[],
  ground: FormGround,
): FormElement[] {
  const fields = new Map<FoundInput, RecordField>();
  const kept = new Map<string, FoundInput>();
  for (const input of inputs) {
    if (isCompanion(input, ground)) continue;
    const field = readField(input, ground);
    fields.set(input, field);
    const before = kept.get(field.key);
    // a form may show a field twice, to look at in a summary and to edit further down
    if (!before || (field.permission.editable && !fields.get(before)?.permission.editable)) kept.set(field.key, input);
  }
  const place = (node: FoundNode): FormElement[] => {
    if (node.type === 'input') {
      const field = fields.get(node);
      return field && kept.get(field.key) === node ? [{ type: 'field', field }] : [];
    }
    const elements = node.nodes.flatMap(place);
    const help = nonBlank(firstOf(node.element, 'help', 'help_text', 'helpText', 'hint', 'description'));
    if (elements.length === 0) return [];
    return [
      {
        type: 'group',
        label: node.label,
        ...(help === undefined ? {} : { help: plainText(help, 2_000) }),
        splitLayout:
          flag(firstOf(node.element, 'enable_split_layout', 'split_layout')) ?? controlWord(node.element) === 'split',
        collapsed: flag(firstOf(node.element, 'show_collapsed', 'collapsed', 'is_collapsed')) ?? false,
        elements,
      },
    ];
  };
  return nodes.flatMap(place);
}

/** `__owner` and `owner_model` travel with `owner`, even where the form lists them as elements. */
function isCompanion(input: FoundInput, { named, record }: FormGround): boolean {
  const key = input.path.at(-1) ?? '';
  const siblings = input.path.slice(0, -1);
  if (key.startsWith('__') && named.has(pathKey([...siblings, key.slice(2)]))) return true;
  const base = key.endsWith('_model') ? key.slice(0, -'_model'.length) : '';
  if (base === '' || !named.has(pathKey([...siblings, base]))) return false;
  const inRecord = record.roots.has(siblings[0] ?? '') ? siblings.slice(1) : siblings;
  return modelKey(base) === key && sampleAt(record.values, [...inRecord, displayKey(base)]) !== undefined;
}

export function inputsOf(nodes: readonly FoundNode[]): FoundInput[] {
  return nodes.flatMap((node) => (node.type === 'input' ? [node] : inputsOf(node.nodes)));
}

export function fieldsOf(elements: readonly FormElement[]): RecordField[] {
  return elements.flatMap((element) => (element.type === 'field' ? [element.field] : fieldsOf(element.elements)));
}
