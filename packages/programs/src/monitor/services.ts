import { messageOf, valueMap } from '@slipway/model'
import { type Handler, type IncomingCall, type Method, type Route, route, Status, StatusError } from '@slipway/protocol'
import { type CallResponse, Engine, LogSeverity, monitor, pulumiVersion } from '@slipway/protocol/pulumi'
import { type Deployment, deploymentInfo, type LogLevel, type Registered } from './deployment.ts'
import { Callbacks, type DialProgram } from './callbacks/callbacks.ts'
import { type ComponentRequest, type MethodRequest, RemoteComponents } from './requests/remote-components.ts'
import { ProgramHooks } from './callbacks/program-hooks.ts'
import { StateMigrations } from './callbacks/state-migrations.ts'
import { Transforms } from './callbacks/transforms.ts'
import { isSupported, supportedFeatures } from './features.ts'
import { Functions } from './requests/functions.ts'
import { Goals } from './goals/goals.ts'
import { ProgramProviders } from './requests/providers-of-program.ts'
import { Reads } from './requests/reads.ts'
import { Registrations } from './requests/register.ts'
import { meantByOldNode } from '../urns/aliases.ts'
import { isVersionIn } from '../values/version-range.ts'

const { ResourceMonitor } = monitor

/** The services for one run of a program. */
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

  /** @param dial connects to the program's own functions */
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

  /** Sets the address of these services for plugins, once they are open. */
  openAt(address: string): void {
    this.#remote.address = address
  }

  /** Resolves once the program announces its last request. */
  get signalled(): Promise<void> {
    return this.#signalled.promise
  }

  /** Lets a plugin make the component of this run. Returns its known outputs. */
  async construct(request: ComponentRequest): Promise<monitor.RegisterResourceResponse['object']> {
    const properties = Object.values(request.propertyDependencies).flatMap(({ urns }) => urns)
    for (const urn of [...request.dependencies, ...properties]) this.#goals.note({ urn, id: '', outputs: valueMap() })
    return (await this.#goals.broken.unless(() => this.#remote.construct(request, undefined)))?.object
  }

  /** Calls a method of the component of this run. */
  async callMethod(request: MethodRequest, component: Registered): Promise<CallResponse | undefined> {
    this.#goals.note(component)
    return await this.#goals.broken.unless(() => this.#remote.call(request))
  }

  /** Resolves once the program has been told that its run is broken off. */
  get brokenOff(): Promise<void> {
    return this.#goals.broken.told
  }

  /** The reason why the program was broken off; `undefined` if it was not. */
  get brokenOffBecause(): string | undefined {
    return this.#goals.broken.because
  }

  /** The failures of hooks called after completed work. */
  get failedHooks(): readonly string[] {
    return this.#hooks.failures
  }

  /** Names of unavailable resources after which the program continued. */
  get failedResources(): readonly string[] {
    return this.#goals.failed
  }

  get stackOutputs() {
    return this.#registrations.stackOutputs
  }

  /** Ends the deployment. A program that waits for its end may exit; any other is broken off. */
  end(): void {
    this.#ended.resolve()
    if (!this.#isSignalled) this.breakOff('the deployment has ended')
    this.#goals.broken.release()
  }

  /** Stops handling requests. The program waits for its answers, and its functions can still be called. */
  hold(because: string): void {
    this.#goals.broken.hold(because)
  }

  /** Resolves once no request of the program is being handled and none of its hooks is running. */
  get idle(): Promise<void> {
    return this.#goals.underWay.idle
  }

  /** Ends all calls to the program. */
  close(): void {
    this.#callbacks.close()
  }

  /** @param because the reason why no further request is handled */
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
        // Programs also send outputs while they exit, and complain loudly if these are refused.
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

  /** A route whose requests end once the program is broken off. Errors reach the program as messages. */
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

/** True for a Node.js SDK. SDKs name their runtime; early ones for Node.js only show it in their gRPC library. */
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
