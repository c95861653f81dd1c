import type {
  CallControl,
  ComputedValues,
  DeployRequest,
  DestroyRequest,
  ExternalStateRequest,
  LinkProvider,
  Provider,
  ReplacedWithRequest,
  ResourceIdentity,
  StabilisedRequest,
  StabilisedResult,
  ValueMap,
} from '@slipway/model'
import { type About, failure } from './failures.ts'
import { kindOf } from './kinds.ts'
import { simulatedLinks } from './links.ts'
import { definition } from './definition.ts'
import type { PluginProcesses } from './plugin-processes.ts'
import { namesOf, outputsOf, propertiesOf, stateOf } from './properties.ts'
import { markIn, type Method } from '../moves/trouble.ts'
import type { Thing, Wish, World } from './world.ts'

/** The provider of all kinds, as the engine sees it: calls of plugin processes that change the world. */
export class SimulatedProvider implements Provider {
  readonly links: LinkProvider
  readonly #plugins: PluginProcesses
  readonly #world: World

  constructor(plugins: PluginProcesses, world: World) {
    this.#plugins = plugins
    this.#world = world
    this.links = simulatedLinks(plugins, world)
  }

  define() {
    return Promise.resolve(definition)
  }

  validateResource() {
    return Promise.resolve([])
  }

  deploy(request: DeployRequest, control?: CallControl): Promise<ComputedValues> {
    const { value, pinned } = propertiesOf(request.spec)
    const breaks = markIn(value) ?? markIn(pinned)
    return this.#plugins.call({
      about: aboutOf('deploy', request, request.spec),
      wish: () => this.#wishFor(request),
      answer: computedOf,
      control,
      ...(breaks !== undefined && { breaks }),
    })
  }

  destroy(request: DestroyRequest, control?: CallControl): Promise<void> {
    const { resourceId, current } = request
    return this.#plugins.call({
      about: aboutOf('destroy', request, current.spec),
      wish: () => {
        const thing = this.#find(request, current.spec)
        return thing === undefined ? undefined : { kind: 'destroy', thing, owner: resourceId }
      },
      answer: () => undefined,
      control,
    })
  }

  externalState(request: ExternalStateRequest, control?: CallControl): Promise<ValueMap | undefined> {
    const answer = (): ValueMap | undefined => {
      const thing = this.#find(request, request.spec)
      return thing === undefined || this.#isUnseen(thing, request.spec) ? undefined : stateOf(thing)
    }
    return this.#plugins.call({ about: aboutOf('read', request, request.spec), answer, control })
  }

  hasStabilised(request: StabilisedRequest, control?: CallControl): Promise<StabilisedResult> {
    const answer = (): StabilisedResult => {
      const thing = this.#find(request, request.spec)
      return { stabilised: thing === undefined || thing.polls-- <= 0, computed: {} }
    }
    return this.#plugins.call({ about: aboutOf('stabilised', request, request.spec), answer, control })
  }

  /** A property that cannot change has another value when the resource from which it comes is replaced. */
  replacedWith({ current, others }: ReplacedWithRequest): Promise<readonly string[]> {
    const { pinned = '' } = propertiesOf(current.spec)
    const ids = others.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
    return Promise.resolve(ids.some((id) => pinned.includes(id)) ? ['spec.pinned'] : [])
  }

  fetch(): Promise<ValueMap> {
    throw new Error('the simulated provider has no data sources')
  }

  callFunction(): Promise<null> {
    throw new Error('the simulated provider has no functions')
  }

  #wishFor(request: DeployRequest): Wish {
    const { type, resourceId: owner, spec, current } = request
    const properties = propertiesOf(spec)
    if (current === undefined) return { kind: 'make', type, owner, properties }
    const thing = this.#find(request, current.spec)
    if (thing !== undefined) return { kind: 'change', thing, owner, properties }
    if (kindOf(type).finds === 'id' && namesOf(current.spec).id === undefined)
      return { kind: 'make', type, owner, properties }
    throw failure(aboutOf('deploy', request, spec), 'UNEXPECTED', 'there is no such thing')
  }

  #find({ type, resourceId }: Named, spec: ValueMap): Thing | undefined {
    return this.#world.found(kindOf(type), resourceId, namesOf(spec))
  }

  /** Some services show new things only to callers that know the id. */
  #isUnseen({ type, madeAt }: Thing, spec: ValueMap): boolean {
    return spec['id'] === undefined && madeAt + kindOf(type).unseenMs > this.#plugins.now()
  }
}

type Named = Pick<ResourceIdentity, 'type' | 'resourceId' | 'resourceName' | 'instanceName'>

function aboutOf(method: Method, named: Named, spec: ValueMap): About {
  const { type, resourceId } = named
  const name = nameInWhole(named)
  return { method, type, name, resourceId, secret: propertiesOf(spec).secret }
}

/** The full name of a resource. A plugin receives `a` in `harbour-net`; here that becomes `net/a` again. No name of the harbour has a dash. */
function nameInWhole({ resourceName, instanceName }: Named): string {
  const [, ...child] = instanceName.split('-')
  return [...child, resourceName].join('/')
}

function computedOf(thing: Thing | undefined): ComputedValues {
  if (thing === undefined) return {}
  return Object.fromEntries(Object.entries(outputsOf(thing)).map(([name, value]) => [`spec.${name}`, value]))
}
