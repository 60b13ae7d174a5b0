import type { BrandId } from "../../src/domain/Ids.ts"
import type { Occasion } from "./BoltApp.ts"
import type { Workspace } from "./SlackWorkspaces.ts"

/** The brand that a channel writes to: its own, or the one that the workspace was connected for. */
export const brandOfChannel = ({ connection }: Pick<Workspace, "connection">, channelId: string): BrandId =>
  connection.settings.channels.find((channel) => channel.channelId === channelId)?.brandId ?? connection.brandId

/** What happens, as a thing of this brand: who is of its team, whose tickets it is about. */
export const inBrand = <O extends Pick<Occasion, "workspace">>(occasion: O, brandId: BrandId): O =>
  occasion.workspace.scope.brandId === brandId
    ? occasion
    : { ...occasion, workspace: { ...occasion.workspace, scope: { ...occasion.workspace.scope, brandId } } }
