/** Where browsers report what a page's policy kept from happening. */
export const reportsPath = "/csp-reports"

/**
 * The headers that hold a page to a Content-Security-Policy, whose violations browsers report. The Reporting API works
 * over https alone; what it is not, `report-uri` tells.
 */
export const reportedPolicy = (policy: string, publicUrl: string): Record<string, string> =>
  publicUrl.startsWith("https:")
    ? {
        "content-security-policy": `${policy}; report-uri ${reportsPath}; report-to csp`,
        "reporting-endpoints": `csp="${publicUrl}${reportsPath}"`
      }
    : { "content-security-policy": `${policy}; report-uri ${reportsPath}` }
