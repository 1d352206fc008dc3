// refuse: a second object of options, arguments that are spread, a site's decorator without any
// expect-error: R4C-ATR-012 R4C-SIT-007 R4C-ATR-009 each at its decorator
import { Retry, Named } from 'resilience4cata'

const given = [{ maxAttempts: 2 }] as const
export class S {
  @Retry({ maxAttempts: 3 }, { delay: '1s' }) async a() {}
  @Retry(...given) async b() {}
  @Named() @Retry() async c() {}
}
