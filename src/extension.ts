export function activate(): { readonly version: 1 } {
  return { version: 1 };
}
