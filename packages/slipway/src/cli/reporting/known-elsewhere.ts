/**
 * Commands of other tools, and their counterparts here. A value that begins with "slipway" is the equivalent command line; any other value
 * is a sentence.
 */
const commands: Readonly<Record<string, string>> = {
  apply: 'slipway up',
  deploy: 'slipway up',
  create: 'slipway up',
  watch: 'slipway up',
  preview: 'slipway plan',
  stage: 'slipway plan',
  diff: 'slipway plan',
  down: 'slipway destroy',
  remove: 'slipway destroy',
  delete: 'slipway destroy',
  teardown: 'slipway destroy',
  output: 'slipway exports',
  outputs: 'slipway exports',
  workspace: 'slipway instances',
  workspaces: 'slipway instances',
  'workspace list': 'slipway instances',
  'workspace show': 'slipway instances',
  'workspace new': 'an instance begins with its first "slipway up --instance NAME"',
  'workspace select': 'nothing is selected: add --instance NAME to each command, as in "slipway up --instance NAME"',
  'workspace delete': 'slipway destroy --instance NAME',
  console: 'slipway eval EXPRESSION',
  format: 'slipway fmt',
  check: 'slipway validate',
  lint: 'slipway validate',
  status: 'slipway state list',
  list: 'slipway state list',
  ls: 'slipway state list',
  get: 'slipway exports --only NAME',
  taint: 'slipway up --replace NAME',
  untaint: 'Slipway marks nothing: leave out --replace in the next "slipway up"',
  drift: 'slipway plan --refresh',
  'force-unlock': 'slipway state unlock',
  cancel: 'slipway state unlock',
  providers: 'slipway plugin list',
  plugins: 'slipway plugin list',
  about: 'slipway doctor',
  init: 'there is nothing to initialise: "slipway install" installs the plugins that a project needs, and "slipway up" starts them',
  login: 'there is no login: the state is a folder, and "slipway config show" says which (state.place)',
  logout: 'nobody is logged in: the state is a folder, and "slipway config show" says which (state.place)',
  whoami: 'there are no accounts: Slipway acts as the user who starts it; "slipway doctor" looks at this machine',
  modules: 'a blueprint includes others with "include"; "slipway graph" shows the result',
  'state pull': 'slipway state export',
  'state push': 'slipway state import FILE',
  'state ls': 'slipway state list',
  'state delete': 'slipway state rm NAME',
  'state rename': 'slipway state mv NAME NEW',
  'state move': 'slipway state mv NAME NEW',
  'state upgrade': 'a newer Slipway upgrades a state when it opens it: run "slipway state list"',
  'state replace-provider':
    'a resource moves to another provider with its type in the blueprint: "slipway plan" shows the effect',
  'stack new': 'slipway stack init NAME',
  'stack list': 'slipway stack ls',
  'stack delete': 'slipway stack rm NAME',
  'stack remove': 'slipway stack rm NAME',
  'stack export': 'slipway state export',
  'stack import': 'slipway state import FILE',
  'stack history': 'slipway history',
  'stack graph': 'slipway graph',
  'stack unselect': 'slipway stack select NAME',
  'stack change-secrets-provider': 'slipway state rekey',
  'config set-all': 'slipway config set KEY VALUE',
  'config list': 'slipway config ls',
  'config delete': 'slipway config rm KEY',
  'plugin ls': 'slipway plugin list',
  'plugin rm': 'slipway plugin remove',
}

/** Options of other tools, without dashes. */
const options: Readonly<Record<string, string>> = {
  'auto-approve': '--yes',
  'skip-preview': '--yes',
  'non-interactive': 'set CI=1: Slipway then asks nothing, and --yes answers for you',
  input: 'set CI=1: Slipway then asks nothing, and --yes answers for you',
  'dry-run': 'slipway plan',
  preview: 'slipway plan',
  diff: '"slipway plan" shows each change; --brief has a line for each',
  'save-plan': 'slipway plan --out FILE',
  destroy: 'slipway destroy',
  'refresh-only': 'slipway refresh',
  'expect-no-changes': 'slipway plan --detailed-exitcode',
  parallelism: '--parallel N',
  'lock-timeout': '--wait SECONDS',
  lock: 'a run always takes the lock: --wait SECONDS waits for it',
  'target-replace': '--replace RESOURCE',
  'no-color': 'set NO_COLOR=1',
  color: 'set NO_COLOR=1 or FORCE_COLOR=1',
  chdir: 'name the file or the folder: "slipway up DIR"',
  cwd: 'name the file or the folder: "slipway up DIR"',
  config: '--var name=value',
  'config-file': '--var-file FILE',
  'backend-config': '--set state.place=DIR',
  state: '--set state.place=DIR',
  workspace: '--instance NAME',
  upgrade: 'slipway plugin update',
}

/** `slipway up does that here`, for the first words of a command line; `undefined` for words that no other tool uses. */
export function knownElsewhere(words: readonly string[]): string | undefined {
  const [first = '', second = ''] = words
  return sentenceOf(commands, `${first} ${second}`) ?? sentenceOf(commands, first)
}

/**
 * Like `knownElsewhere`, for an option that a command refuses, such as `-out=site.plan`.
 * @param known the options of the command: `--out`
 */
export function optionKnownElsewhere(given: string, known: readonly string[]): string | undefined {
  const name = given.replace(/^--?/, '').replace(/=.*$/s, '')
  const here = `--${name}`
  // Other tools write long options with one dash.
  if (given.startsWith(`-${name}`) && known.includes(here)) return `write the option with two dashes: ${here}`
  return sentenceOf(options, name)
}

function sentenceOf(table: Readonly<Record<string, string>>, typed: string): string | undefined {
  const found = Object.hasOwn(table, typed) ? table[typed] : undefined
  return found !== undefined && /^(slipway|--)/.test(found) ? `${found} does that here` : found
}
