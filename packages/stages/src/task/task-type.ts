import type { TypeOrigin } from './task.ts'

/** Kinds of parameters for types that a plugin brings. */
export const declarableKinds = ['text', 'number', 'flag', 'list', 'map'] as const

/** Kinds of parameters. Seconds are whole; 0 is no limit. A mode is octal text such as `0644`. */
export type ParameterKind = (typeof declarableKinds)[number] | 'seconds' | 'mode' | 'files' | 'any'

export interface ParameterRule {
  readonly kind: ParameterKind
  readonly required: boolean
}

/** A kind of task with its parameters. A `TaskRunner` runs it. */
export interface TaskType {
  readonly name: string
  readonly parameters: Readonly<Record<string, ParameterRule>>
  /** Absent for the types that every Slipway has. */
  readonly origin?: TypeOrigin
}

const required = (kind: ParameterKind): ParameterRule => ({ kind, required: true })
const optional = (kind: ParameterKind): ParameterRule => ({ kind, required: false })

/** The parameters of every type whose work is a process. */
export const processParameters: Readonly<Record<string, ParameterRule>> = {
  timeout: required('seconds'),
  cwd: optional('text'),
}

/** The types that every Slipway has. */
export const taskTypes: readonly TaskType[] = [
  { name: 'shell', parameters: { cmd: required('text'), ...processParameters } },
  {
    name: 'puppet',
    parameters: {
      puppet_manifest: required('text'),
      puppet_modules: required('text'),
      ...processParameters,
    },
  },
  { name: 'reboot', parameters: { timeout: required('seconds') } },
  {
    name: 'upload_file',
    parameters: {
      path: required('text'),
      data: required('text'),
      permissions: optional('mode'),
      dir_permissions: optional('mode'),
      timeout: optional('seconds'),
    },
  },
  {
    name: 'copy_files',
    parameters: {
      files: required('files'),
      permissions: optional('mode'),
      dir_permissions: optional('mode'),
      timeout: optional('seconds'),
    },
  },
  { name: 'sync', parameters: { src: required('text'), dst: required('text'), timeout: optional('seconds') } },
]
