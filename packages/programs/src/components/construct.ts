import { ProgramParts, type Want } from '@slipway/engine'
import { Failure, messageOf, PluginFailure } from '@slipway/model'
import { decode } from '@slipway/protocol'
import { monitor } from '@slipway/protocol/pulumi'
import type { InstanceState } from '@slipway/stores'
import type { Deployment } from '../monitor/deployment.ts'
import type { ComponentRequest } from '../monitor/remote-components.ts'
import { ProgramServices } from '../monitor/services.ts'
import { maxMessageBytes, type RunProgramOptions } from '../run-program.ts'
import { definitionOfPart, partType, typeOfPart } from './part-types.ts'

type State = NonNullable<monitor.RegisterResourceResponse['object']>

export interface ConstructOptions extends Pick<
  RunProgramOptions,
  'stack' | 'catalog' | 'state' | 'dryRun' | 'parallel' | 'serve' | 'tell'
> {
  readonly type: string
  readonly name: string
  readonly inputs: ComponentRequest['inputs']
  readonly isProtected: boolean
  /** Asks for a part of it. */
  readonly want: Want
  readonly complete: Deployment['saying']['complete']
}

/**
 * Has the plugin of a component make it. It speaks to the services of programs meanwhile, and asks for its parts there.
 *
 * @returns its outputs; `undefined`: nothing can be known of it before its plugin is configured
 * @throws Failure when it could not be made, or one of its parts
 */
export async function construct(options: ConstructOptions): Promise<State | undefined> {
  const { type, name, inputs, isProtected, stack, catalog, dryRun, parallel, serve, tell, complete } = options
  const nothing = (): void => {}
  const services = new ProgramServices({
    stack,
    catalog,
    state: asComponentsSay(options.state),
    dryRun,
    parallel,
    tell,
    want: wantPart(options.want),
    saying: { complete, mayGo: nothing, exports: nothing },
    parts: new ProgramParts({}),
    component: { type, name },
  })
  const door = await serve(services.routes, maxMessageBytes)
  services.openAt(door.address)
  try {
    return await services.construct({ ...noRegistration, type, name, inputs, protect: isProtected })
  } catch (thrown) {
    throw services.brokenOffBecause === undefined ? thrown : withoutPart(thrown, services.brokenOffBecause)
  } finally {
    services.end()
    services.close()
    await door.close()
  }
}

/** What is said of a component in a blueprint is in its inputs. */
const noRegistration = { ...decode(monitor.RegisterResourceRequest, new Uint8Array()), remote: true }

function wantPart(want: Want): Want {
  return (part, how) => {
    const type = partType(part.type)
    return want({ ...part, type, definition: definitionOfPart(type) }, how)
  }
}

function asComponentsSay(state: InstanceState | undefined): InstanceState | undefined {
  return state && { ...state, resources: state.resources.map((part) => ({ ...part, type: typeOfPart(part.type) })) }
}

/** Its plugin only knows that nothing more was done for it. */
function withoutPart(thrown: unknown, because: string): Failure {
  const failure = thrown instanceof PluginFailure ? thrown : undefined
  if (failure !== undefined) return failure.reworded({ message: because, reasons: [because] })
  return thrown instanceof Failure ? thrown : new Failure('programs/no-component', `${because}: ${messageOf(thrown)}`)
}
