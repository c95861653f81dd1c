import type { ProgramRun } from './language.ts'

/** The arguments for the runner of an SDK: the same in every language. */
export function runArguments(run: ProgramRun): readonly string[] {
  const flags = {
    monitor: run.monitorAddress,
    engine: run.engineAddress,
    organization: run.organization,
    project: run.project,
    'root-directory': run.sources.root,
    stack: run.stack,
    pwd: run.pwd,
    parallel: String(run.parallel),
  }
  const given = Object.entries(flags).flatMap(([name, value]) => (value === '' ? [] : [`--${name}`, value]))
  return [...given, ...(run.dryRun ? ['--dry-run'] : []), run.sources.entry, ...run.args]
}

/** How the stack is configured: in the environment, where no other user can read it. */
export function runVariables({ config, configSecretKeys }: ProgramRun) {
  return { PULUMI_CONFIG: JSON.stringify(config), PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(configSecretKeys) }
}
