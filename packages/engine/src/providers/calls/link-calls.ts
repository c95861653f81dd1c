import {
  type CallControl,
  endsOfLinkType,
  type IntermediariesResult,
  type IntermediaryStates,
  type IntermediaryStatesRequest,
  type LinkChanges,
  type LinkContext,
  type LinkedResource,
  type LinkPhaseResult,
  type LinkProvider,
  namespaceOf,
  type PluginDiagnostic,
  type Scalar,
  type StageLinkRequest,
  type UpdateIntermediariesRequest,
  type UpdateLinkedRequest,
  type ValidateLinkRequest,
  type Value,
} from '@slipway/model'
import type { Clock, Ports, ProviderCatalog } from '../../ports.ts'
import type { Call, Plain } from '../call.ts'

/** Makes calls: once, or with retries after TRANSIENT failures. */
export interface Caller {
  once<T>(call: Call<T>): Promise<T>
  retried<T>(call: Call<T>): Promise<T>
  /** Calls once, and reports a refusal like a failed call. */
  validated(call: Call<readonly PluginDiagnostic[]>): Promise<readonly PluginDiagnostic[]>
}

/** Calls about links. The provider of a link may differ from the providers of its ends. */
export class LinkCalls {
  readonly #catalog: ProviderCatalog
  readonly #clock: Clock
  readonly #caller: Caller
  readonly #namespaceOf: (linkType: string) => string

  /**
   * Makes calls about links.
   *
   * @param namespaceOfLink the namespace of the provider that has the links of a type
   */
  constructor(
    { catalog, clock }: Pick<Ports, 'catalog' | 'clock'>,
    caller: Caller,
    namespaceOfLink: (linkType: string) => string,
  ) {
    this.#catalog = catalog
    this.#clock = clock
    this.#caller = caller
    this.#namespaceOf = namespaceOfLink
  }

  /** Not retried, because the requirements do not list the method. */
  validate({ linkName, a, b, ...request }: ValidatedLink): Promise<readonly PluginDiagnostic[]> {
    const { type } = request
    const ends = { a: plainEnd(a), b: plainEnd(b) }
    return this.#caller.validated({
      ...this.#subject(type, linkName, [a.spec, b.spec]),
      method: 'provider.Link.ValidateLink',
      deadline: 'validate',
      make: this.#made({ type, a, b }, (links, context, control) =>
        links.validate({ ...request, ...ends, context }, control),
      ),
    })
  }

  /** Not retried, because the requirements do not list the method. */
  stage(request: Plain<StageLinkRequest>): Promise<LinkChanges> {
    return this.#caller.once({
      ...this.#about(request),
      method: 'provider.Link.StageChanges',
      deadline: 'validate',
      make: this.#made(request, (links, context, control) => links.stage({ ...request, context }, control)),
      kept: (changes) => changes,
    })
  }

  /**
   * Changes one end of a link.
   *
   * @param onAttempt called with the milliseconds of each attempt that has ended
   */
  updateResource(
    request: Plain<UpdateLinkedRequest>,
    onAttempt: (durationMs: number) => void = ignore,
  ): Promise<LinkPhaseResult> {
    const { type, end, resource, other } = request
    return this.#caller.retried({
      ...this.#about({ ...request, a: resource, b: other }),
      method: `provider.Link.UpdateResource${end.toUpperCase()}`,
      deadline: 'deploy',
      make: this.#timed(
        onAttempt,
        this.#made({ type, a: resource, b: other }, (links, context, control) =>
          links.updateResource({ ...request, context }, control),
        ),
      ),
      kept: ({ data }) => data,
    })
  }

  updateIntermediaries(
    request: Plain<UpdateIntermediariesRequest>,
    onAttempt: (durationMs: number) => void = ignore,
  ): Promise<IntermediariesResult> {
    return this.#caller.retried({
      ...this.#about(request),
      method: 'provider.Link.UpdateIntermediaryResources',
      deadline: 'deploy',
      make: this.#timed(
        onAttempt,
        this.#made(request, (links, context, control) => links.updateIntermediaries({ ...request, context }, control)),
      ),
      kept: ({ data, intermediaries }) => [data, intermediaries],
    })
  }

  intermediaryStates(request: Plain<IntermediaryStatesRequest>): Promise<IntermediaryStates> {
    return this.#caller.once({
      ...this.#about(request),
      method: 'provider.Link.GetIntermediaryExternalState',
      deadline: 'externalState',
      make: this.#made(request, (links, context, control) =>
        links.intermediaryStates({ ...request, context }, control),
      ),
      kept: (states) => states,
    })
  }

  #about({ type, linkName, a, b, current }: About) {
    const { spec: ofA } = a
    const { spec: ofB } = b
    const recorded = [a.current?.spec, b.current?.spec, current?.data].filter((value) => value !== undefined)
    return this.#subject(type, linkName, [ofA, ofB, ...recorded])
  }

  #subject(type: string, name: string, given: readonly Value[]) {
    return { namespace: this.#namespaceOf(type), name, given }
  }

  #timed<T>(onAttempt: (durationMs: number) => void, make: Call<T>['make']): Call<T>['make'] {
    return async (...given) => {
      const start = this.#clock.monotonic()
      try {
        return await make(...given)
      } finally {
        onAttempt(Math.round(this.#clock.monotonic() - start))
      }
    }
  }

  #made<T>(
    about: Ended,
    call: (links: LinkProvider, context: LinkContext, control: CallControl) => Promise<T>,
  ): Call<T>['make'] {
    return ({ links }, _, control) => {
      const { type } = about
      if (links === undefined) throw new TypeError(`${this.#namespaceOf(type)} has no links, and was asked for ${type}`)
      return call(links, this.#context(about), control)
    }
  }

  /** The context has the settings of the link's provider, and the settings with which both ends are made. */
  #context({ type, a, b }: Ended): LinkContext {
    const own = this.#namespaceOf(type)
    const configurations = new Map<string, string | undefined>()
    for (const [index, end] of (endsOfLinkType(type) ?? []).entries()) {
      const { configuration } = index === 0 ? a : b
      const namespace = namespaceOf(end)
      configurations.set(namespace, configurations.get(namespace) ?? configuration)
    }
    const config: Record<string, Readonly<Record<string, Scalar>>> = Object.create(null)
    for (const namespace of new Set([own, ...configurations.keys()]))
      config[namespace] = this.#catalog.context(namespace, configurations.get(namespace)).config
    return { config, variables: this.#catalog.context(own).variables }
  }
}

function ignore(): void {}

interface About {
  readonly type: string
  readonly linkName: string
  readonly a: Pick<LinkedResource, 'spec' | 'current' | 'configuration'>
  readonly b: Pick<LinkedResource, 'spec' | 'current' | 'configuration'>
  readonly current?: StageLinkRequest['current']
}

interface Ended extends Pick<About, 'type'> {
  readonly a: Pick<LinkedResource, 'configuration'>
  readonly b: Pick<LinkedResource, 'configuration'>
}

type ValidatedEnd = ValidateLinkRequest['a'] & Pick<LinkedResource, 'configuration'>

interface ValidatedLink extends Omit<Plain<ValidateLinkRequest>, 'a' | 'b'> {
  readonly linkName: string
  readonly a: ValidatedEnd
  readonly b: ValidatedEnd
}

function plainEnd({ resourceName, type, spec }: ValidatedEnd): ValidateLinkRequest['a'] {
  return { resourceName, type, spec }
}
