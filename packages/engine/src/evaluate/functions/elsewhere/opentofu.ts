/** The counterpart of a function of OpenTofu. */
export interface Counterpart {
  readonly name: string
  /** The name of our function with the same effect; absent if there is none. */
  readonly ours?: string
  /** The difference between both functions, the text to write instead, or the reason why there is no counterpart. */
  readonly words: string
  /** A call with the same effect, and its result as `slipway eval` shows it. */
  readonly example?: string
  readonly gives?: string
}

/** Functions that have the same name and the same effect in both languages. */
const same: readonly (readonly [name: string, example: string, gives: string])[] = [
  ['abs', 'abs(-3)', '3'],
  ['ceil', 'ceil(1.2)', '2'],
  ['floor', 'floor(-1.2)', '-2'],
  ['log', 'log(16, 2)', '4'],
  ['max', 'max(1, 3, 2)', '3'],
  ['min', 'min(1, 3, 2)', '1'],
  ['parseint', 'parseint("ff", 16)', '255'],
  ['pow', 'pow(2, 10)', '1024'],
  ['signum', 'signum(-7)', '-1'],
  ['chomp', 'chomp("a")', '"a"'],
  ['indent', 'indent(2, "a")', '"a"'],
  ['regex', 'regex("([a-z]+)-([0-9]+)", "web-12")', '["web","12"]'],
  ['regexall', 'regexall("[0-9]+", "1 and 22")', '["1","22"]'],
  ['title', 'title("two words")', '"Two Words"'],
  ['trimprefix', 'trimprefix("v1.2", "v")', '"1.2"'],
  ['trimsuffix', 'trimsuffix("a.txt", ".txt")', '"a"'],
  ['alltrue', 'alltrue([true, false])', 'false'],
  ['anytrue', 'anytrue([true, false])', 'true'],
  ['chunklist', 'chunklist([1, 2, 3], 2)', '[[1,2],[3]]'],
  ['compact', 'compact(["a", "", "b"])', '["a","b"]'],
  ['concat', 'concat([1], [2, 3])', '[1,2,3]'],
  ['contains', 'contains(["a", "b"], "a")', 'true'],
  ['distinct', 'distinct([1, 2, 1])', '[1,2]'],
  ['element', 'element(["a", "b"], 3)', '"b"'],
  ['flatten', 'flatten([[1, [2]], 3])', '[1,2,3]'],
  ['merge', 'merge({ a = 1, b = 2 }, { b = 3 })', '{"a":1,"b":3}'],
  ['one', 'one([7])', '7'],
  ['range', 'range(1, 7, 2)', '[1,3,5]'],
  ['reverse', 'reverse([1, 2])', '[2,1]'],
  ['setintersection', 'setintersection([1, 2], [2, 3])', '[2]'],
  ['setproduct', 'setproduct(["a", "b"], [1])', '[["a",1],["b",1]]'],
  ['setsubtract', 'setsubtract([1, 2], [2])', '[1]'],
  ['setunion', 'setunion([1, 2], [2, 3])', '[1,2,3]'],
  ['slice', 'slice([1, 2, 3], 1, 3)', '[2,3]'],
  ['sort', 'sort(["b", "a"])', '["a","b"]'],
  ['transpose', 'transpose({ a = ["x", "y"], b = ["y"] })', '{"x":["a"],"y":["a","b"]}'],
  ['zipmap', 'zipmap(["a", "b"], [1, 2])', '{"a":1,"b":2}'],
  ['base64decode', 'base64decode("YQ==")', '"a"'],
  ['base64encode', 'base64encode("a")', '"YQ=="'],
  ['base64sha256', 'base64sha256("a")', '"ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs="'],
  ['base64sha512', 'len(base64sha512("a"))', '88'],
  ['csvdecode', 'csvdecode("a,b")', '[]'],
  ['jsondecode', 'jsondecode("[1]")', '[1]'],
  ['urldecode', 'urldecode("a+b%26c")', '"a b&c"'],
  ['urlencode', 'urlencode("a b&c")', '"a+b%26c"'],
  ['yamldecode', 'yamldecode("a: 1")', '{"a":1}'],
  ['md5', 'md5("a")', '"0cc175b9c0f1b6a831c399e269772661"'],
  ['sha1', 'sha1("a")', '"86f7e437faa5a7fce15d1ddcb9eaeaea377667b8"'],
  ['sha256', 'substr(sha256("a"), 0, 8)', '"ca978112"'],
  ['sha512', 'substr(sha512("a"), 0, 8)', '"1f40fc92"'],
  ['uuidv5', 'uuidv5("dns", "example.com")', '"cfbff0d1-9375-5685-968c-48ce8b15ae17"'],
  ['basename', 'basename("a/b.txt")', '"b.txt"'],
  ['dirname', 'dirname("a/b.txt")', '"a"'],
  ['formatdate', 'formatdate("DD MMM YYYY", "2026-01-31T12:00:00Z")', '"31 Jan 2026"'],
  ['timecmp', 'timecmp("2026-01-31T12:00:00Z", "2026-01-31T13:00:00+01:00")', '0'],
  ['cidrcontains', 'cidrcontains("10.0.0.0/8", "10.1.2.3")', 'true'],
  ['cidrhost', 'cidrhost("10.0.0.0/24", 5)', '"10.0.0.5"'],
  ['cidrnetmask', 'cidrnetmask("10.0.0.0/16")', '"255.255.0.0"'],
  ['cidrsubnet', 'cidrsubnet("10.0.0.0/16", 8, 2)', '"10.0.2.0/24"'],
  ['cidrsubnets', 'cidrsubnets("10.0.0.0/16", 8, 4)', '["10.0.0.0/24","10.0.16.0/20"]'],
  ['issensitive', 'issensitive("a")', 'false'],
  ['sensitive', 'sensitive("a")', '"a"'],
  ['tobool', 'tobool("true")', 'true'],
  ['tonumber', 'tonumber("1.5")', '1.5'],
  ['tostring', 'tostring(1)', '"1"'],
]

const other: readonly (readonly [name: string, ours: string, words: string, example?: string, gives?: string])[] = [
  [
    'keys',
    'keys',
    'In the order of the map; `sort(keys(map))` is in the order of the alphabet.',
    'keys({ b = 1, a = 2 })',
    '["b","a"]',
  ],
  [
    'format',
    'format',
    'Knows `%s`, `%d`, `%x`, `%f`, `%q`, `%t`, `%v` and `%%`.',
    'format("%s-%03d", "web", 7)',
    '"web-007"',
  ],
  [
    'jsonencode',
    'jsonencode',
    'Keys keep the order of the map, and `<`, `>` and `&` stay as they are.',
    'jsonencode({ a = 1 })',
    '"{\\"a\\":1}"',
  ],
  [
    'yamlencode',
    'yamlencode',
    'Keys keep the order of the map, and only strings that need quotes get them.',
    'yamlencode({ a = 1 })',
    '"a: 1\\n"',
  ],
  ['timeadd', 'timeadd', 'The result is in UTC.', 'timeadd("2026-01-31T12:00:00Z", "10m")', '"2026-01-31T12:10:00Z"'],
  ['sum', 'sum', 'Of an empty list it is 0.', 'sum([1, 2, 3])', '6'],
  ['lookup', 'lookup', 'Without a third argument, a key that is not there is none.', 'lookup({ a = 1 }, "b", 2)', '2'],
  ['endswith', 'has_suffix', 'Its name differs.', 'has_suffix("a.txt", ".txt")', 'true'],
  ['startswith', 'has_prefix', 'Its name differs.', 'has_prefix("v1", "v")', 'true'],
  ['strcontains', 'contains', 'Works for strings and lists.', 'contains("abc", "b")', 'true'],
  ['formatlist', 'map', 'Call `format` for each item.', 'map(["a", "b"], x => format("%s!", x))', '["a!","b!"]'],
  ['join', 'join', 'The list comes first.', 'join(["a", "b"], "-")', '"a-b"'],
  ['split', 'split', 'The string comes first.', 'split("a-b", "-")', '["a","b"]'],
  ['lower', 'to_lower', 'Its name differs.', 'to_lower("A")', '"a"'],
  ['upper', 'to_upper', 'Its name differs.', 'to_upper("a")', '"A"'],
  [
    'replace',
    'replace',
    'Replaces strings; regular expressions have `regexreplace`.',
    'regexreplace("a1b2", "[0-9]", "#")',
    '"a#b#"',
  ],
  ['strrev', 'reverse', 'Reverses strings, too.', 'reverse("abc")', '"cba"'],
  ['substr', 'substr', 'The third argument is the index of the end, not a length.', 'substr("hello", 1, 4)', '"ell"'],
  ['trim', 'regexreplace', '`trim` removes white space only.', 'regexreplace("--a--", "^-+|-+$", "")', '"a"'],
  ['trimspace', 'trim', 'Its name differs.', 'trim(" a ")', '"a"'],
  [
    'templatestring',
    'format',
    'Write the string in the blueprint, or in a file for `templatefile`.',
    'format("hello %s", "Ada")',
    '"hello Ada"',
  ],
  [
    'coalesce',
    'first',
    '`first` passes over empty strings and lists; `coalesce` passes over none only.',
    'first("", "b")',
    '"b"',
  ],
  ['coalescelist', 'first', 'Passes over empty strings, too.', 'first([], [1])', '[1]'],
  [
    'index',
    'indexof',
    '`index` looks into a string. A value that is not there is -1.',
    'indexof(["a", "b"], "b")',
    '1',
  ],
  ['length', 'len', 'Its name differs.', 'len(["a", "b"])', '2'],
  ['list', 'list', 'The same as `[a, b]`.', 'list(1, 2)', '[1,2]'],
  ['map', 'object', '`map` calls a function with each item.', '{ a = 1 }', '{"a":1}'],
  ['matchkeys', 'filter', 'Write the condition.', 'filter([{ id = 1, zone = "a" }], x => x.zone == "a")[0].id', '1'],
  ['values', 'vals', 'In the order of the map, as `keys`.', 'vals({ b = 1, a = 2 })', '[1,2]'],
  ['tolist', 'list', 'Lists need no conversion.', '[1, 2]', '[1,2]'],
  ['tomap', 'object', 'Maps need no conversion.', '{ a = 1 }', '{"a":1}'],
  ['toset', 'distinct', 'There are no sets: a list without duplicates does the same.', 'distinct(["a", "a"])', '["a"]'],
  [
    'try',
    'try',
    'Passes over none, too, since a field that a map does not have is none.',
    'try(jsondecode("{").a, "none")',
    '"none"',
  ],
  ['can', 'can', 'None counts as no value.', 'can(regex("^[a-z]+$", "web"))', 'true'],
  ['file', 'file', 'Returns bytes, which are a string wherever a string is wanted.'],
  ['fileexists', 'fileexists', 'The same.'],
  ['filebase64', 'base64encode', 'Write `base64encode(file(path))`.'],
  ['filebase64sha256', 'base64sha256', 'Write `base64sha256(file(path))`.'],
  ['filebase64sha512', 'base64sha512', 'Write `base64sha512(file(path))`.'],
  ['filemd5', 'md5', 'Write `md5(file(path))`.'],
  ['filesha1', 'sha1', 'Write `sha1(file(path))`.'],
  ['filesha256', 'sha256', 'Write `sha256(file(path))`.'],
  ['filesha512', 'sha512', 'Write `sha512(file(path))`.'],
  [
    'templatefile',
    'templatefile',
    'Templates have `${…}` with the expressions of this page. Instead of `%{ if }` and `%{ for }` they have `? :` and `join(map(…), …)`.',
  ],
  ['timestamp', 'datetime', 'Write `datetime("rfc3339")`. The time is drawn once and stays.'],
  ['plantimestamp', 'datetime', 'Write `datetime("rfc3339")`. The time is drawn once and stays.'],
  ['uuid', 'uuid', 'It is drawn once and stays.'],
]

const none: readonly (readonly [name: string, words: string])[] = [
  [
    'abspath',
    'A plan would differ from machine to machine. Relative paths start at the folder of the blueprint; `cwd()` is where Slipway was started.',
  ],
  ['pathexpand', 'A plan would differ from user to user. Pass the path as a variable.'],
  [
    'fileset',
    'A file that appears would change the plan silently. List the names in a value, or copy the folder with a `local/directory`.',
  ],
  [
    'base64gzip',
    'The bytes depend on the version of the compression library, so a plan could change without a reason. Compress before you deploy.',
  ],
  ['base64gunzip', 'See `base64gzip`.'],
  ['textdecodebase64', 'Text is UTF-8: use `base64decode`.'],
  ['textencodebase64', 'Text is UTF-8: use `base64encode`.'],
  ['bcrypt', 'Its result differs at every call, so the plan would never be empty. Let a resource make the hash.'],
  ['rsadecrypt', 'Secrets come through variables or a data source, and are sealed in the state.'],
  ['ephemeralasnull', 'An ephemeral value is refused wherever it would be recorded.'],
  ['nonsensitive', 'No function reveals a secret: the result of a secret stays sealed.'],
  ['type', '`slipway eval` shows the value, from which its type can be seen.'],
]

/** Every function of OpenTofu 1.12, by name. The reference shows these rows, and a test evaluates each example. */
export const counterparts: readonly Counterpart[] = [
  ...same.map(([name, example, gives]) => ({ name, ours: name, words: 'The same.', example, gives })),
  ...other.map(([name, ours, words, example, gives]) =>
    example === undefined || gives === undefined ? { name, ours, words } : { name, ours, words, example, gives },
  ),
  ...none.map(([name, words]) => ({ name, words })),
].sort((a, b) => (a.name < b.name ? -1 : 1))

/** Functions of JavaScript that people call by habit. */
const ofJavaScript: Readonly<Record<string, string>> = {
  parseInt: 'tonumber(text)',
  parseFloat: 'tonumber(text)',
  Number: 'tonumber(value)',
  String: 'tostring(value)',
  Boolean: 'tobool(text)',
  toUpperCase: 'to_upper(text)',
  toLowerCase: 'to_lower(text)',
  require: 'file(path)',
  includes: 'contains(list, value)',
  push: 'concat(list, [value])',
}

/** The text to write in Slipway in place of a function of another language. */
export function functionElsewhere(name: string): string | undefined {
  if (Object.hasOwn(ofJavaScript, name)) return `write ${ofJavaScript[name]}`
  const found = counterparts.find((each) => each.name === name)
  if (found === undefined) return undefined
  const { ours, words, example } = found
  if (ours === undefined || ours === name) return words
  return example === undefined ? words.replaceAll('`', '') : `here it is ${ours}: ${example}`
}
