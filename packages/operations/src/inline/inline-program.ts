import type { ProgramOptions } from '@slipway/model'
import type { Input } from './output.ts'
import type { Plain } from './plain.ts'
import type { DefinedType, Fields, GivenTo, GotFrom, OutputOf, TypeNamed } from './resource-types.ts'

/**
 * Says what an instance is to have, one resource after the other, while those before are made. What it no longer asks for when it has
 * ended well goes; when it fails, nothing goes.
 */
export type InlineProgram = (stack: ProgramStack) => void | Promise<void>

/** What a program speaks to. */
export interface ProgramStack {
  /** Of the deployment. */
  readonly instance: string
  /** A plan is made: nothing is done, and what only doing it would tell is unknown. */
  readonly isPlan: boolean
  /**
   * Asks for a resource. It is made as soon as all that it is given is known; nothing waits that need not.
   *
   * @param name its name in the instance; each once
   * @param type of any plugin that is installed: `local/file`, `aws:s3/bucket:Bucket`; or one of the project's own sources, as
   *   `defineResource` gives it
   * @param spec what a blueprint writes under `spec`; outputs of others stand where their values are to be
   * @throws TypeError for what no resource can be given, for a name that was asked for before. What its plugin has against it fails the
   *   program.
   */
  resource<const Type extends string | DefinedType>(
    name: string,
    type: TypeNamed<Type>,
    ...rest: SpecOf<GivenTo<Type>>
  ): ProgramResource<GotFrom<Type>>
  /** Exports a value, as a blueprint does under `exports`. What was said last of a name counts. */
  export(name: string, value: Input<Plain>): void
}

/** A spec can be left out where nothing has to be given. */
type SpecOf<Given> =
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- it is the object that gives nothing
  Record<never, never> extends Given
    ? [spec?: Input<Given>, options?: InlineOptions]
    : [spec: Input<Given>, options?: InlineOptions]

/** A resource that a program has asked for. */
export interface ProgramResource<Gets = GotFrom<string>> {
  readonly name: string
  readonly type: string
  /** A field of its spec, as it is once it is made: `path`, `endpoint.port`, `addresses[0]`. */
  readonly output: OutputOf<Gets>
  /** The same fields, each by its name: `page.out.path`, `page.out.endpoint.port`. */
  readonly out: Fields<Gets>
}

/** A resource, or the name of one, that was asked for before. */
export type Named = string | Pick<ProgramResource<never>, 'name'>

/** What can be said of a resource beside what it is; see `metadata` in the reference of blueprints. */
export interface InlineOptions extends Omit<ProgramOptions, 'deletedWith'> {
  /** Made after these, and destroyed before them. What its spec is made of is known without. */
  readonly dependsOn?: readonly Named[]
  /** `retain`: it stays when nobody asks for it any more. */
  readonly removalPolicy?: 'delete' | 'retain'
  /** It goes with this one, without a call of its own. */
  readonly deletedWith?: Named
  readonly displayName?: Input<string>
  readonly description?: Input<string>
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Input<Readonly<Record<string, string | number | boolean>>>
  readonly custom?: Input<Plain>
}
