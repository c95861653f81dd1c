import type {
  CallControl,
  IntermediariesResult,
  IntermediaryStates,
  IntermediaryStatesRequest,
  LinkChanges,
  LinkContext,
  LinkPhaseResult,
  LinkProvider,
  PluginDiagnostic,
  StageLinkRequest,
  UpdateIntermediariesRequest,
  UpdateLinkedRequest,
  ValidateLinkRequest,
} from '@slipway/model'
import type { Surroundings } from '../calls/call.ts'
import type { LinkDefinition } from '../links/define-link.ts'

/** Calls a link of a provider: finds it by its type, and guards it like every call of the plugin's own code. */
export type LinkRunner = <T>(
  method: string,
  request: { readonly type: string; readonly context: LinkContext },
  control: CallControl | undefined,
  run: (link: LinkDefinition, around: Surroundings) => Promise<T>,
) => Promise<T>

/** The links of a provider in this process. */
export class ProvidedLinks implements LinkProvider {
  readonly #run: LinkRunner

  constructor(run: LinkRunner) {
    this.#run = run
  }

  validate(request: ValidateLinkRequest, control?: CallControl): Promise<readonly PluginDiagnostic[]> {
    return this.#run('ValidateLink', request, control, (link, around) => link.validate(request, around))
  }

  stage(request: StageLinkRequest, control?: CallControl): Promise<LinkChanges> {
    return this.#run('StageChanges', request, control, (link, around) => link.stage(request, around))
  }

  updateResource(request: UpdateLinkedRequest, control?: CallControl): Promise<LinkPhaseResult> {
    const method = `UpdateResource${request.end.toUpperCase()}`
    return this.#run(method, request, control, (link, around) => link.updateResource(request, around))
  }

  updateIntermediaries(request: UpdateIntermediariesRequest, control?: CallControl): Promise<IntermediariesResult> {
    return this.#run('UpdateIntermediaryResources', request, control, (link, around) =>
      link.updateIntermediaries(request, around),
    )
  }

  intermediaryStates(request: IntermediaryStatesRequest, control?: CallControl): Promise<IntermediaryStates> {
    return this.#run('GetIntermediaryExternalState', request, control, (link, around) =>
      link.intermediaryStates(request, around),
    )
  }
}
