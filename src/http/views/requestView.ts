import type { ApiRequest } from "../../domain/ApiRequest.ts"
import { madeAt } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"

/** A request with an API key on the wire; members that are `undefined` are left out. */
export const requestView = ({ id, ...request }: ApiRequest) => ({ id, createdAt: iso(madeAt(id)), ...request })
