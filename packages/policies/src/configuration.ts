// What `resilience4cata/configuration` is: importing it makes the default registry configurable, and brings events and snapshots. Its import is its effect.
import { realm } from '@resilience4cata/core/run/realm'
import { installKit } from '@resilience4cata/runtime/configuration/kit'
import { rooms } from './rooms.ts'

installKit(realm(), rooms)
