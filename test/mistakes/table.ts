/** Mistakes of newcomers: files, and the command that they type. `said.txt` has Slipway's answer. */
export interface Mistake {
  readonly what: string
  /** The error code of the mistake. */
  readonly code: string
  /** The text below `version`; absent: the correct blueprint. */
  readonly blueprint?: string
  /** The whole text, in place of all that. */
  readonly text?: string
  /** Default: `validate`. */
  readonly command?: string
  /** More files, by path. */
  readonly files?: Readonly<Record<string, string>>
}

/** A blueprint without mistakes. */
export const good = `variables:
  name: {type: string, default: you}
resources:
  page:
    type: local/file
    spec:
      path: page.txt
      content: hello \${variables.name}
exports:
  path: {type: string, field: resources.page.spec.path}
`

const changed = (from: string, to: string): string => good.replace(from, to)
const spec = (lines: string): string =>
  `resources:\n  page:\n    type: local/file\n    spec:\n${lines.replaceAll(/^/gm, '      ')}\n`

const inBlueprints: readonly Mistake[] = [
  { what: 'an empty file', code: 'blueprint/empty', text: '' },
  { what: 'no version', code: 'blueprint/version', text: good },
  { what: 'a version that there is not', code: 'blueprint/version', text: `version: 2024-01-01\n${good}` },
  { what: 'a tab before a key', code: 'source/yaml-syntax', text: 'version: 2025-11-02\nresources:\n\tpage: {}\n' },
  { what: 'a quote that is not closed', code: 'source/yaml-syntax', blueprint: changed('page.txt', '"page.txt') },
  {
    what: 'a quote that is closed by the next one',
    code: 'source/yaml-syntax',
    blueprint: changed('page.txt', '"page.txt').replace('hello', '"hello'),
  },
  {
    what: 'a part of a default',
    code: 'blueprint/wrong-type',
    blueprint: changed('{type: string, default: you}', '{type: list, items: integer, default: [1, two]}'),
  },
  {
    what: 'a key of two items',
    code: 'blueprint/bad-key',
    blueprint: changed(
      'type: local/file',
      'type: local/file\n    each: ${list("a", "b")}\n    metadata: {custom: {slipway: {eachKey: same}}}',
    )
      .replace('page.txt', 'page${i}.txt')
      .replace('field: resources.page.spec.path', 'field: variables.name'),
  },
  {
    what: 'a number that is text',
    code: 'blueprint/wrong-type',
    blueprint: 'resources:\n  id: {type: random/id, spec: {byteLength: many}}\n',
  },
  {
    what: 'a key twice',
    code: 'source/duplicate-key',
    blueprint: changed('      path: page.txt', '      path: a\n      path: page.txt'),
  },
  {
    what: 'a section with a letter too few',
    code: 'blueprint/unknown-key',
    blueprint: changed('resources:', 'resource:'),
  },
  {
    what: 'a resource without a type',
    code: 'blueprint/missing-key',
    blueprint: changed('    type: local/file\n', ''),
  },
  { what: 'resources as a list', code: 'blueprint/wrong-shape', blueprint: 'resources:\n  - type: local/file\n' },
  {
    what: 'a type with a letter wrong',
    code: 'blueprint/unknown-type',
    blueprint: changed('local/file', 'local/flie'),
  },
  {
    what: 'a type of a provider that is not installed',
    code: 'blueprint/no-provider',
    blueprint: changed('local/file', 'cloud/bucket'),
    command: 'plan',
  },
  { what: 'a type without a provider', code: 'blueprint/unknown-type', blueprint: changed('local/file', 'file') },
  {
    what: 'an attribute with a letter wrong',
    code: 'blueprint/unknown-attribute',
    blueprint: changed('content:', 'contnet:'),
  },
  { what: 'an attribute that is missing', code: 'blueprint/missing-attribute', blueprint: spec('content: hello') },
  {
    what: 'an attribute that the provider computes',
    code: 'blueprint/computed-attribute',
    blueprint: spec('path: a\ncontent: b\nsha256: abc'),
  },
  {
    what: 'a variable as another tool calls it',
    code: 'blueprint/unknown-resource',
    blueprint: changed('variables.name}', 'var.name}'),
  },
  {
    what: 'a condition that is not met',
    code: 'blueprint/not-met',
    blueprint: `${good}metadata:
  slipway:
    requires:
      - {condition: "\${not(eq(variables.name, \\"you\\"))}", message: "say who you are, \${variables.name}"}
`,
  },
  {
    what: 'a condition without a message',
    code: 'blueprint/missing-key',
    blueprint: `${good}metadata: {slipway: {checks: [{condition: true}]}}\n`,
  },
  {
    what: 'a trigger that never changes',
    code: 'blueprint/bad-option',
    blueprint: changed(
      'type: local/file',
      'type: local/file\n    metadata: {custom: {slipway: {replaceTriggeredBy: [variables.name]}}}',
    ),
  },
  { what: 'a number for text', code: 'blueprint/wrong-type', blueprint: spec('path: [a]\ncontent: b') },
  {
    what: 'a word that is not among those allowed',
    code: 'blueprint/not-allowed',
    blueprint: spec('path: a\ncontent: b\nencoding: utf-8'),
  },
  {
    what: 'text that does not match its pattern',
    code: 'blueprint/pattern',
    blueprint: spec('path: a\ncontent: b\nmode: rw-r--r--'),
  },
  {
    what: 'a number out of its range',
    code: 'blueprint/out-of-range',
    blueprint: 'resources:\n  id: {type: random/id, spec: {byteLength: 0}}\n',
  },
  {
    what: 'a variable that is not declared',
    code: 'blueprint/unknown-variable',
    blueprint: changed('variables.name', 'variables.nmae'),
  },
  {
    what: 'a value that is not declared',
    code: 'blueprint/unknown-value',
    blueprint: changed('variables.name', 'values.greeting'),
  },
  {
    what: 'a resource that is not declared',
    code: 'blueprint/unknown-resource',
    blueprint: changed('resources.page.spec', 'resources.pages.spec'),
  },
  {
    what: 'a data source that is not declared',
    code: 'blueprint/unknown-data-source',
    blueprint: changed('variables.name', 'datasources.motd.content'),
  },
  {
    what: 'a function with an argument too few',
    code: 'blueprint/arguments',
    blueprint: changed('variables.name', 'replace(variables.name)'),
  },
  {
    what: 'a function that fails',
    code: 'blueprint/function-failed',
    blueprint: changed('${variables.name}', '${jsondecode("{")}'),
  },
  {
    what: 'an operator',
    code: 'blueprint/function-failed',
    blueprint: changed('variables.name', 'variables.name + 1'),
  },
  {
    what: 'a substitution that is not closed',
    code: 'blueprint/substitution',
    blueprint: changed('${variables.name}', '${variables.name'),
  },
  {
    what: 'a property that a resource does not have',
    code: 'blueprint/unknown-attribute',
    blueprint: changed('field: resources.page.spec.path', 'field: resources.page.spec.pth'),
  },
  {
    what: 'resources that need each other',
    code: 'blueprint/cycle',
    blueprint:
      'resources:\n  a: {type: local/file, dependsOn: [b], spec: {path: a, content: a}}\n  b: {type: local/file, dependsOn: [a], spec: {path: b, content: b}}\n',
  },
  {
    what: 'a variable of a type that there is not',
    code: 'blueprint/unknown-word',
    blueprint: changed('type: string, default', 'type: text, default'),
  },
  { what: 'a name with a blank', code: 'blueprint/bad-name', blueprint: changed('  page:', '  my page:') },
  {
    what: 'a substitution where none may be',
    code: 'blueprint/substitution-not-allowed',
    blueprint: changed('type: local/file', 'type: ${variables.name}'),
  },
  {
    what: 'a condition that is no truth value',
    code: 'blueprint/wrong-type',
    blueprint: changed('    spec:', '    condition: ${variables.name}\n    spec:'),
  },
  {
    what: 'an include that is not there',
    code: 'cli/no-such-file',
    blueprint: `${good}include:\n  net: {path: net.blueprint.yaml}\n`,
  },
]

const onCommandLines: readonly Mistake[] = [
  { what: 'an option that says yes elsewhere', code: 'cli/usage', command: 'up --auto-approve' },
  { what: 'an option that plans elsewhere', code: 'cli/usage', command: 'up --dry-run' },
  { what: 'a long option with one dash', code: 'cli/usage', command: 'plan -out=site.plan' },
  { what: 'a command below state of another tool', code: 'cli/usage', command: 'state pull' },
  { what: 'a workspace of another tool', code: 'cli/unknown-command', command: 'workspace select prod' },
  { what: 'an import as another tool has it', code: 'cli/usage', command: 'import local/file page page.txt' },
  { what: 'a user of another tool', code: 'cli/unknown-command', command: 'whoami' },
  { what: 'a login of another tool', code: 'cli/unknown-command', command: 'login' },
  { what: 'a command with letters wrong', code: 'cli/unknown-command', command: 'deploy' },
  { what: 'a file that is not there', code: 'cli/no-such-file', command: 'plan sight.blueprint.yaml' },
  {
    what: 'a folder without a blueprint',
    code: 'cli/no-blueprint',
    command: 'plan empty',
    files: { 'empty/readme.txt': '' },
  },
  {
    what: 'two blueprints and none named',
    code: 'cli/several-blueprints',
    command: 'plan',
    files: { 'b.blueprint.yaml': '' },
  },
  {
    what: 'a variable without a value',
    code: 'blueprint/missing-variable',
    blueprint: changed(', default: you', ''),
    command: 'plan',
  },
  {
    what: 'a value for a variable that is not declared',
    code: 'blueprint/undeclared-variable',
    command: 'plan --var nmae=you',
  },
  {
    what: 'a value for a variable that is nothing like one',
    code: 'blueprint/undeclared-variable',
    command: 'plan --var q=you',
  },
  { what: 'a --var without a value', code: 'cli/bad-variable', command: 'plan --var name' },
  { what: 'a setting that there is not', code: 'cli/unknown-setting', command: 'plan --set parallelsm=3' },
  { what: 'a setting of another type', code: 'cli/bad-setting', command: 'plan --set parallelism=many' },
  { what: 'a command of another tool', code: 'cli/unknown-command', command: 'apply' },
  { what: 'a resource to leave out that there is not', code: 'engine/unknown-target', command: 'plan --exclude pgae' },
  {
    what: 'what to plan and what to leave out at once',
    code: 'engine/exclude-beside-target',
    command: 'plan --exclude page --target page',
  },
  { what: 'a plan for a folder that there is not', code: 'cli/unwritable-file', command: 'plan --out plans/site.plan' },
  { what: 'an option with letters missing', code: 'cli/usage', command: 'plan --targt page' },
  { what: 'a way to reconcile where nobody can be asked', code: 'cli/needs-yes', command: 'reconcile page --reapply' },
  {
    what: 'exports of an instance that there is not',
    code: 'state/unknown-instance',
    command: 'plan',
    blueprint: `${good}datasources:
  net:
    type: core/exports
    filter: {field: instance, operator: "=", search: network}
    exports: {vpc: {type: string}}
values:
  vpc: {type: string, value: "\${datasources.net.vpc}"}
`.replace('${variables.name}', '${values.vpc}'),
  },
  { what: 'a target that there is not', code: 'engine/unknown-target', command: 'plan --target pgae' },
  { what: 'up where nobody can be asked', code: 'cli/needs-yes', command: 'up' },
  { what: 'an instance with letters wrong', code: 'state/unknown-instance', command: 'state list --instance sight' },
  { what: 'a resource that is not recorded', code: 'state/unknown-instance', command: 'state show page' },
  {
    what: 'a task with a stage that there is not',
    code: 'tasks/unknown-stage',
    files: {
      'tasks/a/metadata.yaml': 'name: a\nversion: 1.0.0\n',
      'tasks/a/tasks.yaml': "- {role: '*', stage: pre_deploy, type: shell, parameters: {cmd: ls, timeout: 1}}\n",
    },
  },
]

export const mistakes: readonly Mistake[] = [...inBlueprints, ...onCommandLines]
