export type DataTypeKind = 'text' | 'longText' | 'number' | 'date' | 'dateTime' | 'time' | 'boolean';

/** By the first word of a database's type name, in the spellings of MySQL's protocol (`VAR_STRING`) and of SQL (`varchar(255)`). */
const kinds: Readonly<Record<string, DataTypeKind>> = {
  date: 'date',
  newdate: 'date',
  datetime: 'dateTime',
  datetime2: 'dateTime',
  timestamp: 'dateTime',
  timestamp2: 'dateTime',
  timestamptz: 'dateTime',
  time: 'time',
  time2: 'time',
  bool: 'boolean',
  boolean: 'boolean',
  blob: 'longText',
  tiny_blob: 'longText',
  medium_blob: 'longText',
  long_blob: 'longText',
  text: 'longText',
  tinytext: 'longText',
  mediumtext: 'longText',
  longtext: 'longText',
  ...Object.fromEntries(
    [
      ['tiny', 'short', 'long', 'longlong', 'int24', 'int', 'int2', 'int4', 'int8', 'integer', 'tinyint', 'smallint'],
      [
        'mediumint',
        'bigint',
        'float',
        'float4',
        'float8',
        'double',
        'real',
        'decimal',
        'newdecimal',
        'numeric',
        'number',
        'money',
        'year',
      ],
    ]
      .flat()
      .map((name) => [name, 'number' as const]),
  ),
};

/** Undefined for a type that is not known. One bit, or a `tinyint(1)`, is a yes or no. */
export function dataTypeKind(dataType: string): DataTypeKind | undefined {
  const name = dataType.trim().toLowerCase();
  if (/^(tinyint\s*\(\s*1\s*\)|bit(\s*\(\s*1\s*\))?)$/.test(name)) return 'boolean';
  const word = /^(?:mysql_type_|field_type_)?([a-z_]+\d*)/.exec(name)?.[1] ?? '';
  if (Object.hasOwn(kinds, word)) return kinds[word];
  return /char|string|enum|^set$|uuid|varying/.test(word) ? 'text' : undefined;
}
