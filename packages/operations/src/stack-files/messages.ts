import type { CodedReference } from '@slipway/engine'
import type { Diagnostic } from '@slipway/model'
import type { CallPlace } from '../inline/call-place.ts'
import type { ToldCheckOutcome } from '../inline/outside/checks.ts'
import type { LinksTo } from '../inline/options/links-to.ts'
import type { Tree } from './value-tree.ts'

/** An error from the process of a stack. */
export interface ToldError {
  readonly name: string
  readonly message: string
  readonly stack?: string | undefined
  /** The place of the first call in the user's files. */
  readonly place?: CallPlace | undefined
  /** The number of the host's own error, if the child only passes that error on. */
  readonly ours?: number | undefined
}

/** A variable declared by the module. */
export interface ToldVariable {
  readonly name: string
  readonly isSecret: boolean
  readonly schema?: Readonly<Record<string, unknown>> | undefined
}

/** The candidate values for a variable. A text from outside is tried as it stands, then as the YAML value that it spells. */
export interface TriedValue {
  readonly values: readonly Tree[]
}

/** A schema's verdict on a given value. */
export interface ToldCheck {
  /** The reason for a refusal. Absent: the value is accepted. */
  readonly problem?: string | undefined
  /** The value for the function. Absent: the value cannot be serialised, or the variable has none. */
  readonly value?: Tree | undefined
  /** The text of a secret value, to redact in all output. */
  readonly secret?: string | undefined
}

/** A spec and its other options, sent once all are known. */
export interface ToldSpec {
  readonly spec: Tree
  readonly beside: Tree
  readonly needs: readonly string[]
  /** The parts of the spec that come from resources. Absent: none. */
  readonly refers?: readonly CodedReference[] | undefined
}

/** Messages from the process of a stack. */
export type FromStack =
  | { readonly type: 'loaded'; readonly name?: string | undefined; readonly variables: readonly ToldVariable[] }
  | { readonly type: 'not-loaded'; readonly error: ToldError }
  | {
      readonly type: 'checked'
      readonly id: number
      readonly checks: Readonly<Record<string, ToldCheck>>
      /** Whether these values protect the whole instance. A text gives the reason why the answer is unknown. */
      readonly protect?: boolean | string | undefined
    }
  | ({
      readonly type: 'asked'
      readonly name: string
      readonly resource: string
      readonly place?: CallPlace | undefined
    } & {
      readonly dependsOn: readonly string[]
      readonly labels?: Readonly<Record<string, string>> | undefined
      readonly linkSelector?: LinksTo | undefined
      readonly removalPolicy?: string | undefined
      readonly options: Tree
      /** The spec. Absent: it follows in a `spec` message. */
      readonly spec?: ToldSpec | undefined
    })
  /** Names a module that was loaded. */
  | { readonly type: 'module'; readonly file: string }
  | { readonly type: 'spec'; readonly name: string; readonly spec: ToldSpec }
  | { readonly type: 'spec-failed'; readonly name: string; readonly error: ToldError }
  | {
      readonly type: 'field'
      readonly id: number
      readonly name: string
      readonly path: string
      readonly place?: CallPlace | undefined
    }
  | {
      readonly type: 'read'
      readonly id: number
      readonly data?: { readonly type: string; readonly filter: Tree; readonly fields: readonly string[] } | undefined
      readonly call?: { readonly name: string; readonly args: Tree } | undefined
      readonly place?: CallPlace | undefined
    }
  | { readonly type: 'going'; readonly id: number; readonly aliases: readonly string[] }
  | { readonly type: 'warning'; readonly diagnostic: Diagnostic }
  | { readonly type: 'outcomes'; readonly outcomes: readonly ToldCheckOutcome[] }
  | { readonly type: 'said'; readonly exports: readonly (readonly [string, Tree?])[] }
  /** Reports the first failure. The function continues with everything that does not depend on it. */
  | { readonly type: 'failing'; readonly error: ToldError }
  /** Reports that the function has ended with a failure. */
  | { readonly type: 'failed'; readonly error: ToldError }
  | { readonly type: 'exiting'; readonly code: number; readonly place?: CallPlace | undefined }
  | { readonly type: 'pong' }
  | { readonly type: 'closing'; readonly open: readonly string[] }

/** Messages to the process of a stack. */
export type ToStack =
  /** Gets ready for a module that is loaded later. */
  | { readonly type: 'prepare' }
  | { readonly type: 'load' }
  | { readonly type: 'check'; readonly id: number; readonly given: Readonly<Record<string, TriedValue>> }
  | { readonly type: 'run'; readonly instance: string; readonly isPlan: boolean }
  | { readonly type: 'had'; readonly name: string }
  | { readonly type: 'not-had'; readonly name: string; readonly error: ToldError }
  | { readonly type: 'value'; readonly id: number; readonly value: Tree; readonly needs: readonly string[] }
  | { readonly type: 'no-value'; readonly id: number; readonly error: ToldError }
  | { readonly type: 'goes'; readonly id: number; readonly isAnything: boolean }
  | { readonly type: 'outcomes'; readonly deadlineMs?: number | undefined }
  | { readonly type: 'stop' }
  | { readonly type: 'over' }
  | { readonly type: 'ping' }
  | { readonly type: 'close' }
