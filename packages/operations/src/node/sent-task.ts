import { mostInput, packFolder, type SentFolder, type TaskOrder } from '@slipway/preparer'
import type { TaskCall, TaskType } from '@slipway/stages'
import { parametersText } from '@slipway/stages/local'

/** Everything that a node needs to run a task. */
export interface SentTask {
  readonly order: TaskOrder
  /** Archives of folders by digest, each as a list of base64 parts. */
  readonly archives: ReadonlyMap<string, readonly string[]>
}

/**
 * Number of archive bytes in one value of the store, because etcd accepts at most 1.5 MB at once. A multiple of 3, so that only the last part has
 * base64 padding.
 */
const partBytes = 384 * 1024

/**
 * Collects everything that a node needs to run a task.
 *
 * @throws Failure `node/bad-archive` if the folder of a plugin cannot be sent
 */
export function sentTask({ task, directory, told }: TaskCall, type: TaskType | undefined, by: string): SentTask {
  const archives = new Map<string, readonly string[]>()
  const sent = (folder: string): SentFolder => {
    const { digest, archive } = packFolder(folder)
    const count = Math.ceil(archive.length / partBytes)
    const parts = Array.from({ length: count }, (_, part) =>
      archive.subarray(part * partBytes, (part + 1) * partBytes).toString('base64'),
    )
    archives.set(digest, parts)
    return { digest, parts: count }
  }
  if (told !== undefined && told.input.length > mostInput)
    throw new RangeError(`its variables and exports have more than ${mostInput >> 10} KB, which is too much for a node`)
  const { typeOrigin, plugin, key, stageText, parameters } = task
  const order: TaskOrder = {
    by,
    plugin,
    task: key,
    stage: stageText,
    type: task.type,
    parameters: parametersText(parameters),
    ...(told !== undefined && { told }),
    folder: sent(directory),
    ...(typeOrigin !== undefined && {
      executable: {
        run: typeOrigin.run,
        parameters: Object.keys(type?.parameters ?? {}),
        folder: sent(typeOrigin.directory),
      },
    }),
  }
  return { order, archives }
}
