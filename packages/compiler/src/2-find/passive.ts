// Other people's decorators that only note metadata and leave the function as it is: they may stand anywhere among ours. By name, as NestJS and its companions,
// TypeORM, MikroORM, TypeGraphQL, class-validator, class-transformer and routing-controllers spell them. The `passive` option adds to it.
const NAMES =
  'Get Post Put Patch Delete Head Options All Search Header HttpCode Redirect Render Version Param Body Query Headers Session Req Res Next Ip HostParam ' +
  'UploadedFile UploadedFiles Inject Injectable Optional Controller Module Global Catch UseGuards UseInterceptors UsePipes UseFilters SetMetadata ' +
  'MessagePattern EventPattern Payload Ctx GrpcMethod GrpcStreamMethod SubscribeMessage ConnectedSocket MessageBody WebSocketGateway WebSocketServer ' +
  'Cron Interval OnEvent Process Processor OnQueueActive OnQueueCompleted OnQueueFailed ' +
  'Resolver Mutation Subscription ResolveField Args Arg Root Parent Info Field FieldResolver ObjectType InputType ArgsType Directive Extensions Authorized ' +
  'Entity Column PrimaryColumn PrimaryGeneratedColumn CreateDateColumn UpdateDateColumn DeleteDateColumn VersionColumn OneToOne OneToMany ManyToOne ManyToMany ' +
  'JoinColumn JoinTable Index Unique Check BeforeInsert AfterInsert BeforeUpdate AfterUpdate BeforeRemove AfterRemove AfterLoad Property PrimaryKey Enum Embedded ' +
  'Expose Exclude Type Transform ValidateNested ValidateIf JsonController QueryParam PathParams BodyParam CurrentUser HostListener HostBinding Input Output'

const PASSIVE: ReadonlySet<string> = new Set(NAMES.split(' '))

export const isPassive = (name: string | undefined, more: readonly string[] = []): boolean =>
  name !== undefined && (PASSIVE.has(name) || /^(Api|Is)[A-Z]/.test(name) || more.includes(name))
