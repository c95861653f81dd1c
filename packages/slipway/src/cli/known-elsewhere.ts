/** What people type who come from other tools, and the command line that does it here. */
const lines: Readonly<Record<string, string>> = {
  apply: 'slipway up',
  deploy: 'slipway up',
  create: 'slipway up',
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
  console: 'slipway eval EXPRESSION',
  format: 'slipway fmt',
  check: 'slipway validate',
  lint: 'slipway validate',
  status: 'slipway state list',
  list: 'slipway state list',
  ls: 'slipway state list',
  get: 'slipway exports --only NAME',
  taint: 'slipway up --replace NAME',
  drift: 'slipway plan --refresh',
  'force-unlock': 'slipway state unlock',
  cancel: 'slipway state unlock',
  providers: 'slipway plugin list',
  plugins: 'slipway plugin list',
  whoami: 'slipway doctor',
  about: 'slipway doctor',
  test: 'slipway plugin test PATH',
  new: 'slipway plugin new DIR',
}

/** `slipway up does that here`; `undefined` for what no other tool calls anything. */
export function knownElsewhere(name: string): string | undefined {
  const line = Object.hasOwn(lines, name) ? lines[name] : undefined
  return line && `${line} does that here`
}
