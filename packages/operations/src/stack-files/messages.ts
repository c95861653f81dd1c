import type { Diagnostic } from '@slipway/model'
import type { CallPlace } from '../inline/call-place.ts'
import type { ToldCheckOutcome } from '../inline/outside/checks.ts'
import type { LinksTo } from '../inline/links-to.ts'
import type { Tree } from './value-tree.ts'

/** An error, as the process of a stack tells it. */
export interface ToldError {
  readonly name: string
  readonly message: string
  readonly stack?: string | undefined
  /** Where the user's files come in. */
  readonly place?: CallPlace | undefined
  /** The error of ours that it is: the number that it was given. */
  readonly ours?: number | undefined
}

/** A variable, as the module declares it. */
export interface ToldVariable {
  readonly name: string
  readonly isSecret: boolean
  readonly schema?: Readonly<Record<string, unknown>> | undefined
}

/** What was given for a variable: a text from outside is tried as it stands, and then as the YAML value that it spells. */
export interface TriedValue {
  readonly values: readonly Tree[]
}

/** A schema's verdict on a given value. */
export interface ToldCheck {
  /** Why it cannot be the value. Absent: it can. */
  readonly problem?: string | undefined
  /** What the function is given; absent: it cannot be written, or there is none. */
  readonly value?: Tree | undefined
  /** A text that a secret value has: taken out of all that is printed. */
  readonly secret?: string | undefined
}

/** A spec and what stands beside it, once all of it is known. */
export interface ToldSpec {
  readonly spec: Tree
  readonly beside: Tree
  readonly needs: readonly string[]
}

/** What comes from the process of a stack. */
export type FromStack =
  | { readonly type: 'loaded'; readonly name?: string | undefined; readonly variables: readonly ToldVariable[] }
  | { readonly type: 'not-loaded'; readonly error: ToldError }
  | {
      readonly type: 'checked'
      readonly id: number
      readonly checks: Readonly<Record<string, ToldCheck>>
      /** Whether all of the instance is protected with these values; a text: why that cannot be known. */
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
      /** Absent: it follows. */
      readonly spec?: ToldSpec | undefined
    })
  /** A module that was loaded. */
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
  /** The first that went wrong: it goes on all the same with what does not need that. */
  | { readonly type: 'failing'; readonly error: ToldError }
  /** The function is over, and it has failed. */
  | { readonly type: 'failed'; readonly error: ToldError }
  | { readonly type: 'exiting'; readonly code: number; readonly place?: CallPlace | undefined }
  | { readonly type: 'pong' }
  | { readonly type: 'closing'; readonly open: readonly string[] }

/** What goes to the process of a stack. */
export type ToStack =
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
