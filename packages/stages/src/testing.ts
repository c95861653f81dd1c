import type { Diagnostic } from '@slipway/model'
import { readTaskPlugin, type ReadTaskPlugin } from './read/read-plugin.ts'
import type { TaskPlugin } from './task/task.ts'

/** A plugin from the text of its tasks.yaml, in a directory of its name. */
export function readPlugin(
  name: string,
  tasks: string | undefined,
  metadata = `name: ${name}\nversion: 1.0.0\n`,
): ReadTaskPlugin {
  return readTaskPlugin({
    directory: name,
    metadata: { file: `${name}/metadata.yaml`, text: metadata },
    tasks: { file: `${name}/tasks.yaml`, text: tasks },
  })
}

/** A plugin whose shell tasks differ in their stages; a stage may be followed by more keys: `pre_deployment, id: a`. */
export function pluginWithStages(name: string, ...stages: readonly string[]): TaskPlugin {
  const tasks = stages.map((stage, index) => {
    const [text, ...more] = stage.split(', ')
    const extra = more.map((line) => `  ${line}\n`).join('')
    return `- role: ['controller']\n  stage: ${text}\n  type: shell\n${extra}  parameters:\n    cmd: ./${name}-${index}.sh\n    timeout: 42\n`
  })
  const { plugin, diagnostics } = readPlugin(name, tasks.join(''))
  if (plugin === undefined || diagnostics.length > 0) throw new Error(diagnostics.map(briefly).join('\n'))
  return plugin
}

/** `tasks.yaml:2:10 tasks/unknown-stage [0].stage: message (hint)` without the directory. */
export function briefly({ file, range, code, path, message, hint }: Diagnostic): string {
  const location = `${file?.split('/').at(-1)}:${range?.start.line}:${range?.start.column}`
  return `${location} ${code}${path === undefined ? '' : ` ${path}`}: ${message}${hint === undefined ? '' : ` (${hint})`}`
}
