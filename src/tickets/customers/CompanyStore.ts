import { Context, type Effect, type Option } from "effect"
import type { Company } from "../../domain/Company.ts"
import type { CompanyDetail } from "../../domain/CompanyDetail.ts"
import type { CompanyPage, CompanyQuery } from "../../domain/CompanyQuery.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { CompanyId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { BrandRecords } from "../settings/BrandRecords.ts"

/** Stores companies. When one is removed, its customers have no company; nothing else about them changes. */
export class CompanyStore extends Context.Service<
  CompanyStore,
  BrandRecords<Company, CompanyId> & {
    /** With its 100 newest customers, and the number of all. */
    readonly find: (
      scope: BrandScope,
      id: CompanyId
    ) => Effect.Effect<Option.Option<CompanyDetail>, DatabaseUnavailable>

    /** A page of companies in the requested order. Without a search, its cost does not depend on how deep it is. */
    readonly list: (scope: BrandScope, query: CompanyQuery) => Effect.Effect<CompanyPage, DatabaseUnavailable>
  }
>()("trunkline/tickets/CompanyStore") {}
