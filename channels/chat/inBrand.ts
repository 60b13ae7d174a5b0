import type { BrandId } from "../../src/domain/Ids.ts"
import type { Occasion } from "./BoltApp.ts"
import type { Workspace } from "./SlackWorkspaces.ts"

/** The brand that a channel belongs to: its own, or the one that the workspace was connected for. */
export const brandOfChannel = ({ connection }: Pick<Workspace, "connection">, channelId: string): BrandId =>
  connection.settings.channels.find((channel) => channel.channelId === channelId)?.brandId ?? connection.brandId

/** The occasion within this brand, which determines who is on the team and whose tickets are meant. */
export const inBrand = <O extends Pick<Occasion, "workspace">>(occasion: O, brandId: BrandId): O =>
  occasion.workspace.scope.brandId === brandId
    ? occasion
    : { ...occasion, workspace: { ...occasion.workspace, scope: { ...occasion.workspace.scope, brandId } } }
