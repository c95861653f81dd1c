import { type Want } from '@slipway/engine'
import { ProgramParts } from '@slipway/engine/run'
import { Failure, PluginFailure, typeOfPart, type ValueMap } from '@slipway/model'
import { decode } from '@slipway/protocol'
import { type CallResponse, monitor } from '@slipway/protocol/pulumi'
import type { InstanceState, ResourceRecord } from '@slipway/stores'
import type { Deployment } from '../monitor/deployment.ts'
import type { ComponentRequest, MethodRequest } from '../monitor/requests/remote-components.ts'
import { ProgramServices } from '../monitor/services.ts'
import { maxMessageBytes } from '../monitor/callbacks/callbacks.ts'
import type { RunProgramOptions } from '../run-program.ts'
import { definitionOfPart, partType } from './part-types.ts'
import { type ComponentWishes, registrationOf } from './component-wishes.ts'

type State = NonNullable<monitor.RegisterResourceResponse['object']>

interface ComponentOptions extends Pick<
  RunProgramOptions,
  'stack' | 'catalog' | 'state' | 'dryRun' | 'parallel' | 'serve' | 'dial' | 'tell' | 'fetchAsset'
> {
  readonly type: string
  readonly name: string
  /** Aborting this signal abandons the work. */
  readonly signal?: AbortSignal | undefined
  /** Requests a part of the component. */
  readonly want: Want
  readonly complete: Deployment['saying']['complete']
}

export interface ConstructOptions extends ComponentOptions {
  readonly inputs: ComponentRequest['inputs']
  readonly wishes: ComponentWishes
}

export interface MethodOptions extends ComponentOptions {
  readonly token: string
  readonly args: MethodRequest['args']
  /** The known facts about the component. */
  readonly component: { readonly urn: string; readonly outputs: ValueMap }
}

/**
 * Lets the plugin of a component make it. Meanwhile the plugin requests the parts through the services of programs.
 *
 * @returns its outputs; `undefined` if its plugin is not configured yet
 * @throws Failure if the component or one of its parts could not be made
 */
export async function construct(options: ConstructOptions): Promise<State | undefined> {
  const { type, name, inputs, wishes } = options
  const request = { ...registrationOf(wishes), type, name, inputs }
  const { isProtected = false, isKept = false } = wishes
  return await served(options, { isProtected, isKept }, (services) => services.construct(request))
}

/**
 * Calls a method of a component.
 *
 * @throws Failure if its plugin lacks the method or refuses the call
 */
export async function callMethod(options: MethodOptions): Promise<CallResponse | undefined> {
  const { token: tok, args, component } = options
  const request = { ...noCall, tok, args }
  return await served(options, nothingPassedOn, (services) => services.callMethod(request, { ...component, id: '' }))
}

async function served<T>(
  options: ComponentOptions,
  passedOn: typeof nothingPassedOn,
  work: (services: ProgramServices) => Promise<T>,
): Promise<T> {
  const { type, name, stack, catalog, dryRun, parallel, serve, tell, complete, fetchAsset } = options
  const deployment = {
    stack,
    catalog,
    state: asComponentsSay(options.state),
    dryRun,
    parallel,
    tell,
    fetchAsset,
    signal: options.signal,
    want: wantPart(options.want, catalog),
    saying: {
      complete,
      mayGo: nothing,
      failedSince: nothing,
      unasked: nothing,
      link: () => Promise.resolve(undefined),
      links: nothing,
      checks: nothing,
      exports: nothing,
      rewrite: noState,
    },
    parts: new ProgramParts({}),
    component: { type, name, ...passedOn },
  }
  const services = new ProgramServices(deployment, options.dial)
  const door = await serve(services.routes, maxMessageBytes)
  services.openAt(door.address)
  try {
    return await work(services)
  } catch (thrown) {
    throw services.brokenOffBecause === undefined ? thrown : withoutPart(thrown, services.brokenOffBecause)
  } finally {
    services.end()
    services.close()
    await door.close()
  }
}

const nothing = (): void => {}

const noState = (): Promise<never> => Promise.reject(new TypeError('the state of a component belongs to its blueprint'))

const nothingPassedOn = { isProtected: false, isKept: false }

const noCall = decode(monitor.ResourceCallRequest, new Uint8Array())

function wantPart(want: Want, catalog: ComponentOptions['catalog']): Want {
  return (part, how) => {
    const type = partType(part.type)
    return want({ ...part, type, definition: definitionOfPart(type, catalog) }, how)
  }
}

function asComponentsSay(state: InstanceState | undefined): InstanceState | undefined {
  return state && { ...state, resources: state.resources.map(asComponentSays) }
}

function asComponentSays(part: ResourceRecord): ResourceRecord {
  return { ...part, type: typeOfPart(part.type) }
}

/** Rewords a failure with the real reason, because the plugin only knows that its run was broken off. */
function withoutPart(thrown: unknown, because: string): Failure {
  if (thrown instanceof PluginFailure) return thrown.reworded({ message: because, reasons: [because] })
  return new Failure('programs/no-component', because, {
    hint: 'its existing parts are recorded; slipway up continues from there',
    cause: thrown,
  })
}
