import type { PulumiResource } from './deployment.ts'

/** URNs of an instance of a blueprint. */
export class Urns {
  readonly #prefix: string

  constructor(stack: string, project: string) {
    this.#prefix = `urn:pulumi:${stack}::${project}`
  }

  /** Moves a component's part to the project, since plugins see the project `slipway` in URNs. */
  inProject(resource: PulumiResource): PulumiResource {
    const told = `${this.#prefix.slice(0, this.#prefix.lastIndexOf('::'))}::slipway::`
    return JSON.parse(JSON.stringify(resource).replaceAll(told, `${this.#prefix}::`)) as PulumiResource
  }

  of(type: string, name: string): string {
    return `${this.#prefix}::${type}::${name}`
  }
}
