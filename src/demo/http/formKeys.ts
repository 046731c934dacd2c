/** `data[leads][stage_log][remarks]` names the path leads, stage_log, remarks; undefined for any other kind of key. */
export function pathOfKey(key: string): string[] | undefined {
  if (!/^data(\[[^[\]]*\])+$/.test(key)) return undefined;
  return key.slice('data['.length, -1).split('][');
}
