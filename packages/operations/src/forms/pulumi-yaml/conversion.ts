import type { Diagnostic } from '@slipway/model'
import type { PackageDefinition } from './known-packages.ts'

/** The form of the result of a converted Pulumi YAML program. */
export type PulumiYamlTarget = 'blueprint' | 'stack'

export interface PulumiYamlRequest {
  /** The texts of the program's folder, by relative path with `/`. */
  readonly files: ReadonlyMap<string, string>
  readonly to: PulumiYamlTarget
  /** The packages by name, if their plugins are installed. They give types their full names, and outputs their types. */
  readonly packages?: ReadonlyMap<string, PackageDefinition> | undefined
}

/** A part of a program that has no counterpart, with its place and the reason. */
export interface NotConverted {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly what: string
  readonly why: string
}

export interface ConvertedProgram {
  /** The new texts, by path relative to the new folder. The map is empty if there are errors. */
  readonly files: ReadonlyMap<string, string>
  readonly diagnostics: readonly Diagnostic[]
  readonly notConverted: readonly NotConverted[]
  /** The assets, archives and files that the result reads. */
  readonly read: readonly ReadPath[]
}

export interface ReadPath {
  /** The path relative to the folder of the project, unless the program has an absolute path. */
  readonly from: string
  /** The path in the result, relative to the new folder. */
  readonly to: string
}
