import type { CommandEntry } from './command-entry.ts'

/** All commands, in the order of the help. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'dev',
    summary: 'plan on each save, apply on a key, show what processes print',
    group: 'Deploy',
    load: () => import('./dev/define-dev.ts'),
  },
  {
    name: 'new',
    summary: 'start a stack, a blueprint, a plugin or an app, or copy a template',
    group: 'Deploy',
    load: () => import('./new/define-new.ts'),
  },
  {
    name: 'up',
    summary: 'plan, ask, deploy, show the exports',
    group: 'Deploy',
    load: () => import('./change/define-up.ts'),
  },
  {
    name: 'plan',
    summary: 'show what up would do, and why',
    group: 'Deploy',
    load: () => import('./look/define-plan.ts'),
  },
  {
    name: 'destroy',
    summary: 'destroy what was deployed',
    group: 'Deploy',
    load: () => import('./change/define-destroy.ts'),
  },
  {
    name: 'refresh',
    summary: 'read the real state of every resource',
    group: 'Deploy',
    load: () => import('./change/define-refresh.ts'),
  },
  {
    name: 'import',
    summary: 'adopt an existing resource, or the state of another tool',
    group: 'Deploy',
    load: () => import('./change/define-import.ts'),
  },
  {
    name: 'reconcile',
    summary: 'accept, revert or forget a change made outside',
    group: 'Deploy',
    load: () => import('./change/define-reconcile.ts'),
  },
  {
    name: 'test',
    summary: 'run tests of stacks and blueprints with the runner of Node',
    group: 'Look',
    load: () => import('./blueprints/define-test.ts'),
  },
  {
    name: 'show',
    summary: 'show a saved plan: text, JSON, or Markdown for a comment',
    group: 'Look',
    load: () => import('./look/define-show.ts'),
  },
  {
    name: 'validate',
    summary: 'check a blueprint without deploying',
    group: 'Look',
    load: () => import('./blueprints/define-validate.ts'),
  },
  {
    name: 'convert',
    summary: 'write a blueprint in another form, or a program of another tool: yaml, json, bp, …',
    group: 'Look',
    load: () => import('./convert/define-convert.ts'),
  },
  {
    name: 'fmt',
    summary: 'format blueprints: yaml, json, bp',
    group: 'Look',
    load: () => import('./blueprints/define-fmt.ts'),
  },
  {
    name: 'lsp',
    summary: 'run a language server for editors',
    group: 'Look',
    load: () => import('./blueprints/define-lsp.ts'),
  },
  {
    name: 'schema',
    summary: 'print the JSON Schema of blueprints with the installed types',
    group: 'Look',
    load: () => import('./blueprints/define-schema.ts'),
  },
  {
    name: 'types',
    summary: 'write types of installed plugins for TypeScript: slipway-env.d.ts',
    group: 'Look',
    load: () => import('./declarations/define-types.ts'),
  },
  {
    name: 'explain',
    summary: 'explain an error code and what to do about it',
    group: 'Look',
    load: () => import('./machine/define-explain.ts'),
  },
  {
    name: 'instances',
    summary: 'list what is deployed from here',
    group: 'Look',
    load: () => import('./look/define-instances.ts'),
  },
  {
    name: 'stack',
    summary: 'the stacks of a program: ls, select, init, rename, rm, output',
    group: 'Look',
    load: () => import('./stack/define-stack.ts'),
  },
  {
    name: 'exports',
    summary: 'show the exported values',
    group: 'Look',
    load: () => import('./look/define-exports.ts'),
  },
  {
    name: 'state',
    summary: 'show and change the state: list, show, mv, rm, protect, export, import, backup, …',
    group: 'Look',
    load: () => import('./state/define-state.ts'),
  },
  { name: 'history', summary: 'show past runs', group: 'Look', load: () => import('./look/define-history.ts') },
  {
    name: 'graph',
    summary: 'draw the resources: text, dot, mermaid, json',
    group: 'Look',
    load: () => import('./look/define-graph.ts'),
  },
  {
    name: 'eval',
    summary: 'evaluate an expression, without a blueprint',
    group: 'Look',
    load: () => import('./blueprints/define-eval.ts'),
  },
  {
    name: 'functions',
    summary: 'list the functions of expressions',
    group: 'Look',
    load: () => import('./blueprints/define-functions.ts'),
  },
  {
    name: 'logs',
    summary: 'show the logs of plugins',
    group: 'Look',
    load: () => import('./look/define-logs.ts'),
  },
  {
    name: 'install',
    summary: 'install the plugins that a project needs',
    group: 'Plugins and tasks',
    load: async () => ({ define: (await import('./plugins/define-install.ts')).defineProjectInstall }),
  },
  {
    name: 'package',
    summary: 'packages of a project and their SDKs: add, get-schema, publish, list, remove',
    group: 'Plugins and tasks',
    load: () => import('./packages/define-packages.ts'),
  },
  {
    name: 'plugin',
    summary:
      'list, install, update, verify, remove, outdated, why, prune, trust-key, trust-root, new, test, pack, publish, mirror, run',
    group: 'Plugins and tasks',
    load: () => import('./plugins/define-plugin.ts'),
  },
  {
    name: 'setup',
    summary: 'put the core plugins into the plugin directory',
    group: 'Plugins and tasks',
    load: () => import('./machine/define-setup.ts'),
  },
  {
    name: 'tasks',
    summary: 'stage tasks: order, check, run',
    group: 'Plugins and tasks',
    load: () => import('./tasks/define-tasks.ts'),
  },
  {
    name: 'node',
    summary: 'pods and hooks of nodes: run, schedule, status, logs, hooks, …',
    group: 'This machine',
    load: () => import('./node/define-node.ts'),
  },
  {
    name: 'config',
    summary: 'configuration of a program: get, set, rm, ls; show the settings',
    group: 'This machine',
    load: () => import('./stack/define-config.ts'),
  },
  {
    name: 'key',
    summary: 'your key for states that others share: show',
    group: 'This machine',
    load: () => import('./state/define-key.ts'),
  },
  {
    name: 'trust',
    summary: 'let a folder run its own code: plugins, programs, tasks',
    group: 'This machine',
    load: () => import('./machine/define-trust.ts'),
  },
  {
    name: 'doctor',
    summary: 'check this machine for problems',
    group: 'This machine',
    load: () => import('./machine/define-doctor.ts'),
  },
  {
    name: 'debug',
    summary: 'look into a run: journal, plan, wire',
    group: 'This machine',
    load: () => import('./debug/define-debug.ts'),
  },
  {
    name: 'completion',
    summary: 'print completions for bash, zsh or fish',
    group: 'This machine',
    load: () => import('./completion/define-completion.ts'),
  },
  {
    name: 'version',
    summary: 'show the version',
    group: 'This machine',
    load: () => import('./machine/define-version.ts'),
  },
]

/** Also finds `complete`, which users do not call and the help does not show; the scripts of `completion` call it. */
export function commandNamed(name: string): Pick<CommandEntry, 'name' | 'summary' | 'load'> | undefined {
  return name === complete.name ? complete : commands.find((command) => command.name === name)
}

const complete = {
  name: 'complete',
  summary: 'complete the last word of a command line',
  load: () => import('./completion/define-complete.ts'),
}
