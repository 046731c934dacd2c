interface Worded {
  /** The service's own words for a value that breaks the rule. */
  readonly message?: string;
}

/** A rule that could be read. `pattern` is shown and never run: a foreign regular expression can hang whoever runs it. */
export type FieldRule = Worded &
  (
    | { readonly kind: 'required' | 'number' | 'integer' | 'email' | 'url' | 'date' }
    | { readonly kind: 'maxLength' | 'minLength' | 'min' | 'max'; readonly limit: number }
    | { readonly kind: 'inList'; readonly values: readonly string[] }
    | { readonly kind: 'pattern'; readonly source: string }
  );
