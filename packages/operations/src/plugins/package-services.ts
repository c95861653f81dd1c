import { type Route, route } from '@slipway/protocol'
import { Loader, Mapper, PackageResolver } from '@slipway/protocol/pulumi'
import type { PackageAccess } from '@slipway/programs'

/** Answers questions of plugins and programs about packages. Most ask none, so the code is loaded at the first question. */
export function packageServices(access: PackageAccess): readonly Route[] {
  const loaded = async () => {
    const { PackageServices } = await import('@slipway/programs')
    return new PackageServices(access)
  }
  return [
    route(Loader.GetSchema, async (request) => (await loaded()).schema(request)),
    route(Mapper.GetMapping, async (request) => (await loaded()).mapping(request)),
    route(PackageResolver.ResolvePackage, async (request) => (await loaded()).resolve(request)),
  ]
}
