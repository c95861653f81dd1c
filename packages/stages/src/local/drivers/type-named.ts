import { taskTypes, type TaskType } from '../../index.ts'

/** The type with a name, among those that the engine describes. */
export function typeNamed(name: string): TaskType {
  const type = taskTypes.find((known) => known.name === name)
  if (type === undefined) throw new TypeError(`there is no task type ${name}`)
  return type
}
