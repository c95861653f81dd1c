import { messageOf, valueMap } from '@slipway/model'
import { type Handler, type IncomingCall, type Method, type Route, route, Status, StatusError } from '@slipway/protocol'
import { type CallResponse, Engine, LogSeverity, monitor, pulumiVersion } from '@slipway/protocol/pulumi'
import { type Deployment, deploymentInfo, type LogLevel, type Registered } from './deployment.ts'
import { Callbacks, type DialProgram } from './callbacks.ts'
import { type ComponentRequest, type MethodRequest, RemoteComponents } from './remote-components.ts'
import { ProgramHooks } from './program-hooks.ts'
import { StateMigrations } from './state-migrations.ts'
import { Transforms } from './transforms.ts'
import { isSupported, supportedFeatures } from './features.ts'
import { Functions } from './functions.ts'
import { Goals } from './goals.ts'
import { ProgramProviders } from './providers-of-program.ts'
import { Reads } from './reads.ts'
import { Registrations } from './register.ts'
import { meantByOldNode } from '../urns/aliases.ts'
import { isVersionIn } from '../values/version-range.ts'

const { ResourceMonitor } = monitor

/** The services that one run of a program speaks to. */
export class ProgramServices {
  readonly #deployment: Deployment
  readonly #goals: Goals
  readonly #registrations: Registrations
  readonly #functions: Functions
  readonly #reads: Reads
  readonly #providers: ProgramProviders
  readonly #callbacks: Callbacks
  readonly #transforms: Transforms
  readonly #remote: RemoteComponents
  readonly #hooks: ProgramHooks
  readonly #signalled = Promise.withResolvers<void>()
  readonly #ended = Promise.withResolvers<void>()
  #isSignalled = false
  #root = ''

  /** @param dial reaches the program's own functions */
  constructor(deployment: Deployment, dial: DialProgram) {
    this.#deployment = deployment
    this.#callbacks = new Callbacks(dial)
    this.#goals = new Goals(deployment)
    const providers = new ProgramProviders(deployment, this.#goals)
    this.#providers = providers
    this.#transforms = new Transforms(this.#callbacks)
    this.#remote = new RemoteComponents(deployment, providers)
    this.#hooks = new ProgramHooks(this.#callbacks, deployment.dryRun, deployment.tell)
    deployment.catalog.wishes.hooks = this.#hooks
    this.#registrations = new Registrations(deployment, this.#goals, {
      providers,
      transforms: this.#transforms,
      remote: this.#remote,
      migrations: new StateMigrations(deployment, this.#goals, this.#callbacks),
    })
    this.#functions = new Functions(deployment, this.#goals, {
      providers,
      transforms: this.#transforms,
      lineage: this.#registrations.lineage,
    })
    this.#reads = new Reads(this.#goals, providers, this.#registrations)
  }

  /** Where plugins find these services, once they are open. */
  openAt(address: string): void {
    this.#remote.address = address
  }

  /** Resolves when the program says that it will ask for nothing more. */
  get signalled(): Promise<void> {
    return this.#signalled.promise
  }

  /** Has a plugin make the component that these services are for; its outputs, as far as they can be known. */
  async construct(request: ComponentRequest): Promise<monitor.RegisterResourceResponse['object']> {
    const properties = Object.values(request.propertyDependencies).flatMap(({ urns }) => urns)
    for (const urn of [...request.dependencies, ...properties]) this.#goals.note({ urn, id: '', outputs: valueMap() })
    return (await this.#goals.broken.unless(() => this.#remote.construct(request, undefined)))?.object
  }

  /** Calls a method of the component that these services are for. */
  async callMethod(request: MethodRequest, component: Registered): Promise<CallResponse | undefined> {
    this.#goals.note(component)
    return await this.#goals.broken.unless(() => this.#remote.call(request))
  }

  /** Resolves when the program is told that nothing more is done for it. */
  get brokenOff(): Promise<void> {
    return this.#goals.broken.told
  }

  /** Why the program was not let go on; `undefined` as long as it is. */
  get brokenOffBecause(): string | undefined {
    return this.#goals.broken.because
  }

  /** The failures of hooks that are called after something was done. */
  get failedHooks(): readonly string[] {
    return this.#hooks.failures
  }

  /** Names of what could not be had, where the program was let go on all the same. */
  get failedResources(): readonly string[] {
    return this.#goals.failed
  }

  get stackOutputs() {
    return this.#registrations.stackOutputs
  }

  /** All is done: a program that waits for that may end, and another one has to. */
  end(): void {
    this.#ended.resolve()
    if (!this.#isSignalled) this.breakOff('the deployment has ended')
    this.#goals.broken.release()
  }

  /** Nothing more is done, whatever the program asks for: it waits for its answers, and its functions can still be called. */
  hold(because: string): void {
    this.#goals.broken.hold(because)
  }

  /** Resolves when nothing of what the program has asked for is being done any more, nor a hook of it called. */
  get idle(): Promise<void> {
    return this.#goals.underWay.idle
  }

  /** Nobody calls the program any more. */
  close(): void {
    this.#callbacks.close()
  }

  /** @param because nothing more is done, whatever the program asks for */
  breakOff(because: string): void {
    this.#goals.broken.breakOff(because)
  }

  get routes(): readonly Route[] {
    return [...this.#monitorRoutes(), ...this.#engineRoutes()]
  }

  #monitorRoutes(): readonly Route[] {
    return [
      route(ResourceMonitor.GetDeploymentInfo, () => ({
        ...deploymentInfo(this.#deployment),
        supportedFeatures: [...supportedFeatures],
      })),
      route(ResourceMonitor.SupportsFeature, ({ id }) => ({ hasSupport: isSupported(id) })),
      this.#route(ResourceMonitor.RegisterResource, (request, call) =>
        this.#registrations.register(request.aliasSpecs || !isFromNode(call) ? request : withAliasesMeant(request)),
      ),
      route(ResourceMonitor.RegisterResourceOutputs, async (request) => {
        // Programs tell outputs on their way out, too, and make much ado where nobody wants them.
        const { underWay } = this.#goals
        if (this.brokenOffBecause === undefined) await underWay.until(() => this.#registrations.outputs(request))
        return {}
      }),
      this.#route(ResourceMonitor.ReadResource, (request) => this.#reads.read(request)),
      this.#route(ResourceMonitor.Call, async (request) => {
        const provider = this.#providers.ofMethod(request)
        return (await this.#remote.call({ ...request, provider })) ?? {}
      }),
      this.#route(ResourceMonitor.Invoke, (request) => this.#functions.invoke(request)),
      route(ResourceMonitor.RegisterStackTransform, (callback) => {
        this.#transforms.addForStack(callback)
        return {}
      }),
      route(ResourceMonitor.RegisterStackInvokeTransform, (callback) => {
        this.#transforms.addForInvokes(callback)
        return {}
      }),
      route(ResourceMonitor.RegisterResourceHook, (hook) => {
        this.#hooks.add(hook)
        return {}
      }),
      route(ResourceMonitor.RegisterErrorHook, (hook) => {
        this.#hooks.addOnError(hook)
        return {}
      }),
      this.#route(ResourceMonitor.RegisterPackage, (request) => ({ ref: this.#providers.packages.add(request) })),
      this.#route(ResourceMonitor.SignalAndWaitForShutdown, async () => {
        this.#isSignalled = true
        this.#signalled.resolve()
        await this.#ended.promise
        return {}
      }),
    ]
  }

  #engineRoutes(): readonly Route[] {
    return [
      route(Engine.Log, ({ severity, message, urn }) => {
        this.#deployment.tell({ level: levelOf(severity), text: message, ...(urn !== '' && { urn }) })
        return {}
      }),
      route(Engine.GetRootResource, () => ({ urn: this.#root })),
      route(Engine.SetRootResource, ({ urn }) => {
        this.#root = urn
        return {}
      }),
      route(Engine.StartDebugging, () => ({})),
      route(Engine.RequirePulumiVersion, ({ pulumiVersionRange: range }) => {
        if (isVersionIn(pulumiVersion, range)) return {}
        const message = `the program needs Pulumi ${range}; Slipway acts as ${pulumiVersion}`
        throw new StatusError(Status.invalidArgument, message)
      }),
    ]
  }

  /** Everything that a program asks ends once it is broken off; what goes wrong it is told in words. */
  #route<Request, Response>(method: Method<Request, Response>, handler: Handler<Request, Response>): Route {
    return route(method, async (request, call) => {
      try {
        return await this.#goals.broken.unless(async () => await handler(request, call))
      } catch (error) {
        throw error instanceof StatusError ? error : new StatusError(Status.unknown, messageOf(error))
      }
    })
  }
}

/** SDKs say what runs them; the first ones for Node.js only by the library that they speak with. */
function isFromNode(call: IncomingCall): boolean {
  const runtime = call.header('pulumi-runtime')
  return runtime === undefined ? (call.header('user-agent') ?? '').startsWith('grpc-node-js/') : runtime === 'nodejs'
}

function withAliasesMeant(request: monitor.RegisterResourceRequest): monitor.RegisterResourceRequest {
  return { ...request, aliases: [...meantByOldNode(request.aliases)] }
}

function levelOf(severity: number): LogLevel {
  if (severity >= LogSeverity.ERROR) return 'error'
  if (severity === LogSeverity.WARNING) return 'warning'
  return severity === LogSeverity.INFO ? 'info' : 'debug'
}
