import { queryClient } from "../../../app/queries.ts"
import { dropRecords, putRecord } from "../../../forms/records.ts"

type Kind = "addresses" | "domains" | "sms" | "custom" | "slack" | "slack-apps"

/** Query key of a brand's connections, optionally of one kind. */
export const channelsKey = (brandId: string, ...kind: ReadonlyArray<string>) => ["channels", brandId, ...kind]

/** Reads all lists of the brand's connections again in the background. */
export const readChannelsAgain = (brandId: string) =>
  void queryClient.invalidateQueries({ queryKey: channelsKey(brandId) })

/** Puts a connection that the API has returned into its list. */
export const putChannel = (kind: Kind, channel: { readonly id: string; readonly brandId: string }) =>
  putRecord(channelsKey(channel.brandId, kind), channel, channelsKey(channel.brandId))

/** Removes a deleted connection from its list. */
export const dropChannel = (kind: Kind, { brandId, id }: { readonly id: string; readonly brandId: string }) =>
  dropRecords(channelsKey(brandId, kind), [id], channelsKey(brandId))
