import { classifier as attribute } from '@resilience4cata/core/attributes'
import { checkValue } from '@resilience4cata/core/check'
import type { Classifier } from '@resilience4cata/core/classifier'
import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import { at } from '@resilience4cata/core/diagnostic'
import type { Capability } from '@resilience4cata/core/run/instance'
import { SiteClassifier } from './site-classifier.ts'

/** A classifier that only the running program knows: said at each call, where it is none. `undefined` judges nothing. */
export const judgingBy = (site: string, value: unknown, into?: Capability): SiteClassifier => new CheckedClassifier(site, (value === undefined ? {} : value) as Classifier, into)

class CheckedClassifier extends SiteClassifier {
  override ready(): void {
    const result = checkValue('classifier', attribute(), this.classifier)
    if ('code' in result) throw new ConfigurationError(at(this.id, [result]))
  }
}
