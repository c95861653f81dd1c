/**
 * A call of the protocol, with its use in Slipway, or the reason why Slipway does not make it. The page docs/reference/terraform-calls.md
 * prints this table.
 */
export interface CallOfProtocol {
  /** Name of the call in version 6. */
  readonly name: string
  /** Name of the call in version 5, if it differs. */
  readonly inVersion5?: string
  /** Whether Slipway makes the call; `no`: never. */
  readonly isMade: boolean
  readonly says: string
}

function made(name: string, says: string, inVersion5?: string): CallOfProtocol {
  return { name, isMade: true, says, ...(inVersion5 !== undefined && { inVersion5 }) }
}

function left(name: string, says: string): CallOfProtocol {
  return { name, isMade: false, says }
}

const actions = 'actions are not supported: a run only makes, changes and destroys resources'
const stateStores = 'state stores are not supported: Slipway keeps its state in its own stores'

export const callsOfProtocol: readonly CallOfProtocol[] = [
  made('GetProviderSchema', 'once for each binary; the answer is cached by its hash', 'GetSchema'),
  left('GetMetadata', 'everything in it is in the schema'),
  made('GetResourceIdentitySchemas', 'with the schema; a provider that does not know it has no identities'),
  made(
    'ValidateProviderConfig',
    'before the provider is configured, and by `slipway validate`',
    'PrepareProviderConfig',
  ),
  made(
    'ValidateResourceConfig',
    'for every resource that a plan makes or changes, and by `slipway validate`',
    'ValidateResourceTypeConfig',
  ),
  made(
    'ValidateDataResourceConfig',
    'before a data source is read, and by `slipway validate` if all that it is asked is known',
    'ValidateDataSourceConfig',
  ),
  made('ValidateEphemeralResourceConfig', 'before an ephemeral resource is opened'),
  made('ConfigureProvider', 'once for each process', 'Configure'),
  made(
    'UpgradeResourceState',
    'for a record of another version of the type, or of another binary than the present one',
  ),
  made('UpgradeResourceIdentity', 'for a recorded identity of another version'),
  made('ReadResource', 'when a run looks at what is really there, and after an import'),
  made('PlanResourceChange', 'for every resource of a plan, and again in the run if something was not known before'),
  made('ApplyResourceChange', 'to make, change and destroy; it has no time limit but the one that the user sets'),
  made('ImportResourceState', 'for imports, and to find a create that was cut off by its identity'),
  made('MoveResourceState', 'for a resource that takes over the record of another type'),
  made('ReadDataSource', 'for data sources, once everything that they are asked is known'),
  left('GenerateResourceConfig', '`slipway import` writes blueprints itself'),
  made('OpenEphemeralResource', 'when a run needs the value; it is written nowhere'),
  made('RenewEphemeralResource', 'when the provider wants it, as long as the run lasts'),
  made('CloseEphemeralResource', 'at the end of the run'),
  made('ListResource', 'for `slipway import --list`'),
  left('ValidateListResourceConfig', 'the listing itself says what is wrong'),
  left('GetFunctions', 'functions are in the schema'),
  made('CallFunction', 'for functions in expressions'),
  left('ValidateStateStoreConfig', stateStores),
  left('ConfigureStateStore', stateStores),
  left('ReadStateBytes', stateStores),
  left('WriteStateBytes', stateStores),
  left('LockState', stateStores),
  left('UnlockState', stateStores),
  left('GetStates', stateStores),
  left('DeleteState', stateStores),
  left('PlanAction', actions),
  left('InvokeAction', actions),
  left('ValidateActionConfig', actions),
  made('StopProvider', 'when a run is cancelled, and before the process ends', 'Stop'),
]
