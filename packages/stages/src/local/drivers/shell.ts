import { resolve } from 'node:path'
import { shellWord } from '@slipway/model'
import { runProcess } from '../run-process.ts'
import { requiredText, textParameter, timeoutMs, type TaskDriver } from './task-driver.ts'
import { typeNamed } from './type-named.ts'

/** A command for `/bin/sh`, in the directory of the plugin or in `cwd` below it. */
export const shell: TaskDriver = {
  type: typeNamed('shell'),
  run: (call, env) =>
    runProcess({
      command: requiredText(call, 'cmd'),
      cwd: resolve(call.directory, textParameter(call, 'cwd') ?? '.'),
      env,
      timeoutMs: timeoutMs(call),
      signal: call.signal,
    }),
}

/** `puppet apply`, where Puppet is installed. Exit codes 0 and 2 are success, as `--detailed-exitcodes` has them. */
export const puppet: TaskDriver = {
  type: typeNamed('puppet'),
  async run(call, env) {
    const modules = shellWord(requiredText(call, 'puppet_modules'))
    const manifest = shellWord(requiredText(call, 'puppet_manifest'))
    const outcome = await runProcess({
      command: `exec puppet apply --detailed-exitcodes --modulepath=${modules} ${manifest}`,
      cwd: resolve(call.directory, textParameter(call, 'cwd') ?? '.'),
      env,
      timeoutMs: timeoutMs(call),
      signal: call.signal,
    })
    if (outcome.outcome === 'failed' && outcome.exitCode === 2) {
      const { output, dropped } = outcome
      return { outcome: 'succeeded', exitCode: 2, output, dropped }
    }
    return outcome.exitCode === 127 ? { ...outcome, reason: 'puppet is not installed on this node' } : outcome
  },
}
