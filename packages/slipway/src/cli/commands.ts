import type { CommandEntry } from './command-entry.ts'

/** All commands, in the order of the help. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'dev',
    summary: 'plan on each save, apply on a key, show what processes print',
    group: 'Deploy',
    load: () => import('./commands/dev.ts'),
  },
  {
    name: 'new',
    summary: 'start a stack, a blueprint, a plugin or an app, or copy a template',
    group: 'Deploy',
    load: () => import('./commands/new.ts'),
  },
  {
    name: 'up',
    summary: 'plan, ask, deploy, show the exports',
    group: 'Deploy',
    load: () => import('./commands/up.ts'),
  },
  {
    name: 'plan',
    summary: 'show what up would do, and why',
    group: 'Deploy',
    load: () => import('./commands/plan.ts'),
  },
  {
    name: 'destroy',
    summary: 'take down what was deployed',
    group: 'Deploy',
    load: () => import('./commands/destroy.ts'),
  },
  {
    name: 'refresh',
    summary: 'ask every resource how it really is',
    group: 'Deploy',
    load: () => import('./commands/refresh.ts'),
  },
  {
    name: 'import',
    summary: 'adopt something that exists as a resource of a blueprint',
    group: 'Deploy',
    load: () => import('./commands/import.ts'),
  },
  {
    name: 'reconcile',
    summary: 'accept, put right or forget a resource that is different outside',
    group: 'Deploy',
    load: () => import('./commands/reconcile.ts'),
  },
  {
    name: 'test',
    summary: 'run tests of stacks and blueprints with the runner of Node',
    group: 'Look',
    load: () => import('./commands/test.ts'),
  },
  {
    name: 'show',
    summary: 'show a saved plan: text, JSON, or Markdown for a comment',
    group: 'Look',
    load: () => import('./commands/show.ts'),
  },
  {
    name: 'validate',
    summary: 'check a blueprint without deploying',
    group: 'Look',
    load: () => import('./commands/validate.ts'),
  },
  {
    name: 'convert',
    summary: 'write a blueprint in another form: yaml, json, bp',
    group: 'Look',
    load: () => import('./commands/convert.ts'),
  },
  {
    name: 'fmt',
    summary: 'format blueprints: yaml, json, bp',
    group: 'Look',
    load: () => import('./commands/fmt.ts'),
  },
  {
    name: 'lsp',
    summary: 'help editors: a language server for blueprints',
    group: 'Look',
    load: () => import('./commands/lsp.ts'),
  },
  {
    name: 'schema',
    summary: 'print the JSON Schema of blueprints with the installed types',
    group: 'Look',
    load: () => import('./commands/schema.ts'),
  },
  {
    name: 'types',
    summary: 'tell TypeScript what the installed plugins have: slipway-env.d.ts',
    group: 'Look',
    load: () => import('./commands/write-types.ts'),
  },
  {
    name: 'explain',
    summary: 'what an error code means, and what to do',
    group: 'Look',
    load: () => import('./commands/explain.ts'),
  },
  {
    name: 'instances',
    summary: 'what is deployed from here',
    group: 'Look',
    load: () => import('./commands/instances.ts'),
  },
  {
    name: 'stack',
    summary: 'the stacks of a program: ls, select, init, rename, rm, output',
    group: 'Look',
    load: () => import('./commands/stack.ts'),
  },
  { name: 'exports', summary: 'show the exported values', group: 'Look', load: () => import('./commands/exports.ts') },
  {
    name: 'state',
    summary: 'what is recorded: list, show, mv, rm, protect, export, import, backup, …',
    group: 'Look',
    load: () => import('./commands/state.ts'),
  },
  { name: 'history', summary: 'show past runs', group: 'Look', load: () => import('./commands/history.ts') },
  {
    name: 'graph',
    summary: 'draw the resources: text, dot, mermaid, json',
    group: 'Look',
    load: () => import('./commands/graph.ts'),
  },
  {
    name: 'eval',
    summary: 'evaluate an expression, without a blueprint',
    group: 'Look',
    load: () => import('./commands/eval.ts'),
  },
  {
    name: 'functions',
    summary: 'list the functions of expressions',
    group: 'Look',
    load: () => import('./commands/functions.ts'),
  },
  { name: 'logs', summary: 'show what plugins have written', group: 'Look', load: () => import('./commands/logs.ts') },
  {
    name: 'install',
    summary: 'install the plugins that a project needs',
    group: 'Plugins and tasks',
    load: () => import('./commands/install.ts'),
  },
  {
    name: 'plugin',
    summary: 'list, install, update, verify, remove, outdated, why, prune, trust-key, trust-root, new, test, run',
    group: 'Plugins and tasks',
    load: () => import('./commands/plugin.ts'),
  },
  {
    name: 'setup',
    summary: 'put the core plugins into the plugin directory',
    group: 'Plugins and tasks',
    load: () => import('./commands/setup.ts'),
  },
  {
    name: 'tasks',
    summary: 'stage tasks: order, check, run',
    group: 'Plugins and tasks',
    load: () => import('./commands/tasks.ts'),
  },
  {
    name: 'node',
    summary: 'pods and hooks of nodes: run, schedule, status, logs, hooks, …',
    group: 'This machine',
    load: () => import('./commands/node.ts'),
  },
  {
    name: 'config',
    summary: 'configuration of a program: get, set, rm, ls; show the settings',
    group: 'This machine',
    load: () => import('./commands/config.ts'),
  },
  {
    name: 'key',
    summary: 'the key with which others let you into a shared state: show',
    group: 'This machine',
    load: () => import('./commands/key.ts'),
  },
  {
    name: 'trust',
    summary: 'let a folder run its own code: plugins, programs, tasks',
    group: 'This machine',
    load: () => import('./commands/trust.ts'),
  },
  {
    name: 'doctor',
    summary: 'find out what is wrong with this machine',
    group: 'This machine',
    load: () => import('./commands/doctor.ts'),
  },
  {
    name: 'debug',
    summary: 'look into a run: journal, plan, wire',
    group: 'This machine',
    load: () => import('./commands/debug.ts'),
  },
  {
    name: 'completion',
    summary: 'print completions for bash, zsh or fish',
    group: 'This machine',
    load: () => import('./commands/completion.ts'),
  },
  { name: 'version', summary: 'show the version', group: 'This machine', load: () => import('./commands/version.ts') },
]

/** Also finds `complete`, which users do not call and the help does not show; the scripts of `completion` call it. */
export function commandNamed(name: string): Pick<CommandEntry, 'name' | 'summary' | 'load'> | undefined {
  return name === complete.name ? complete : commands.find((command) => command.name === name)
}

const complete = {
  name: 'complete',
  summary: 'what the last word of a command line can become',
  load: () => import('./commands/complete.ts'),
}
