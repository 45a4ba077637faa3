BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE entries (
	table_id VARCHAR(24) NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(12) NOT NULL, 
	seat INTEGER, 
	at BIGINT NOT NULL, 
	data TEXT NOT NULL, 
	client VARCHAR(48), 
	PRIMARY KEY (table_id, number)
);
INSERT INTO "entries" VALUES('TN9CsW7X_rFY',1,'created',NULL,1794876455053,'{"edition":"galecrest","players":2,"options":{"board":"uncharted"},"public":true,"clock":null,"host_watches":false}',NULL);
INSERT INTO "entries" VALUES('TN9CsW7X_rFY',2,'joined',0,1794876455053,'{"name":"Ines","colour":"yellow"}',NULL);
INSERT INTO "entries" VALUES('TN9CsW7X_rFY',3,'joined',1,1794876455125,'{"name":"Joris","colour":"red"}',NULL);
INSERT INTO "entries" VALUES('TN9CsW7X_rFY',4,'started',NULL,1794876455169,'{"seed":"90105928136413134722637328989524444990336973136786569818982910172167883719077","commitment":"61c414523c7ded591d6fa34829fa896f1210fa3bea40dc61bcb369e7d30712e0","rules":1}','0.2:b3645f94 1');
INSERT INTO "entries" VALUES('TN9CsW7X_rFY',5,'played',0,1794876455193,'{"turn":0,"answer":"explorer"}','0.2:003b936d 2');
INSERT INTO "entries" VALUES('TN9CsW7X_rFY',6,'played',1,1794876455217,'{"turn":0,"answer":"explorer"}','1.3:83ba8b98 1');
INSERT INTO "entries" VALUES('TN9CsW7X_rFY',7,'played',0,1794876455390,'{"turn":1,"answer":"map"}','0.2:9a576a67 3');
INSERT INTO "entries" VALUES('TN9CsW7X_rFY',8,'played',1,1794876455413,'{"turn":1,"answer":"relic"}','1.3:f99f4a05 2');
INSERT INTO "entries" VALUES('TN9CsW7X_rFY',9,'played',0,1794876455429,'{"turn":2,"answer":"relic"}','0.2:664249d2 4');
INSERT INTO "entries" VALUES('TN9CsW7X_rFY',10,'played',0,1794876455449,'{"turn":3,"answer":"necromancer"}','0.2:cc7a0434 5');
INSERT INTO "entries" VALUES('TN9CsW7X_rFY',11,'played',1,1794876455458,'{"turn":2,"answer":"necromancer"}','1.3:77191fb0 3');
INSERT INTO "entries" VALUES('TN9CsW7X_rFY',12,'played',0,1794876455473,'{"turn":4,"answer":"barrel"}','0.2:0f95e391 6');
INSERT INTO "entries" VALUES('TN9CsW7X_rFY',13,'played',1,1794876455481,'{"turn":3,"answer":"map"}','1.3:710a77d6 4');
INSERT INTO "entries" VALUES('TN9CsW7X_rFY',14,'played',0,1794876455499,'{"turn":5,"answer":"saber"}','0.2:aef7b268 7');
INSERT INTO "entries" VALUES('TN9CsW7X_rFY',15,'played',0,1794876455514,'{"turn":6,"answer":"officer"}','0.2:ef917630 8');
INSERT INTO "entries" VALUES('TN9CsW7X_rFY',16,'played',1,1794876455529,'{"turn":4,"answer":"officer"}','1.3:9ee7f746 5');
INSERT INTO "entries" VALUES('TN9CsW7X_rFY',17,'played',0,1794876455534,'{"turn":7,"answer":"relic"}','0.2:d66f1889 9');
INSERT INTO "entries" VALUES('TN9CsW7X_rFY',18,'played',1,1794876455562,'{"turn":5,"answer":"relic"}','1.3:dc66366d 6');
INSERT INTO "entries" VALUES('TN9CsW7X_rFY',19,'played',0,1794876455575,'{"turn":8,"answer":"relic"}','0.2:28558341 10');
INSERT INTO "entries" VALUES('TN9CsW7X_rFY',20,'played',0,1794876455613,'{"turn":9,"answer":"recruiter"}','0.2:3c9a7e9e 11');
INSERT INTO "entries" VALUES('TN9CsW7X_rFY',21,'played',1,1794876455618,'{"turn":6,"answer":"recruiter"}','1.3:cf4dd564 7');
INSERT INTO "entries" VALUES('TN9CsW7X_rFY',22,'played',0,1794876455637,'{"turn":10,"answer":"smuggler"}','0.2:db4a9797 12');
INSERT INTO "entries" VALUES('TN9CsW7X_rFY',23,'played',1,1794876455645,'{"turn":7,"answer":"smuggler"}','1.3:0600b66c 8');
INSERT INTO "entries" VALUES('TN9CsW7X_rFY',24,'played',1,1794876455656,'{"turn":8,"answer":"barrel"}','1.3:259585d3 9');
INSERT INTO "entries" VALUES('TN9CsW7X_rFY',25,'played',0,1794876455673,'{"turn":11,"answer":"hook"}','0.2:bdf6d81b 13');
INSERT INTO "entries" VALUES('TN9CsW7X_rFY',26,'chat',1,1794876455689,'{"text":"To be continued."}','1.3:be0cc324 10');
INSERT INTO "entries" VALUES('xusrO3QRkkIg',1,'created',NULL,1794876455709,'{"edition":"original","players":3,"options":{},"public":true,"clock":null,"host_watches":false}',NULL);
INSERT INTO "entries" VALUES('xusrO3QRkkIg',2,'joined',0,1794876455709,'{"name":"Ines","colour":"yellow"}',NULL);
INSERT INTO "entries" VALUES('xusrO3QRkkIg',3,'bot',1,1794876455709,'{"level":"random","name":"Barnaby","colour":"red"}',NULL);
INSERT INTO "entries" VALUES('xusrO3QRkkIg',4,'bot',2,1794876455709,'{"level":"greedy","name":"Mirabelle","colour":"blue"}',NULL);
INSERT INTO "entries" VALUES('xusrO3QRkkIg',5,'started',NULL,1794876455736,'{"seed":"6375457971367078672850884967280863057368802886877164547182297327553496946102","commitment":"bc82403331d03845034cc4af476dd374a6791725de48e90696494c9fef845985","rules":1}','0.2:ba43f26a 1');
INSERT INTO "entries" VALUES('xusrO3QRkkIg',6,'played',0,1794876455773,'{"turn":0,"answer":"barkeep"}','0.2:70ead251 2');
INSERT INTO "entries" VALUES('xusrO3QRkkIg',7,'played',1,1794876456360,'{"turn":0,"answer":"governors-daughter","bot":true}',NULL);
INSERT INTO "entries" VALUES('xusrO3QRkkIg',8,'played',2,1794876456372,'{"turn":0,"answer":"barkeep","bot":true}',NULL);
INSERT INTO "entries" VALUES('xusrO3QRkkIg',9,'played',1,1794876456378,'{"turn":1,"answer":"jewel","bot":true}',NULL);
INSERT INTO "entries" VALUES('xusrO3QRkkIg',10,'played',0,1794876456380,'{"turn":1,"answer":"goods"}','0.2:9266b9a5 3');
INSERT INTO "entries" VALUES('xusrO3QRkkIg',11,'played',2,1794876456383,'{"turn":1,"answer":"saber","bot":true}',NULL);
INSERT INTO "entries" VALUES('xusrO3QRkkIg',12,'played',2,1794876456386,'{"turn":2,"answer":"0:barkeep","bot":true}',NULL);
INSERT INTO "entries" VALUES('xusrO3QRkkIg',13,'played',1,1794876456389,'{"turn":2,"answer":"cook","bot":true}',NULL);
INSERT INTO "entries" VALUES('xusrO3QRkkIg',14,'played',2,1794876456401,'{"turn":3,"answer":"freed-slave","bot":true}',NULL);
INSERT INTO "entries" VALUES('xusrO3QRkkIg',15,'played',0,1794876456403,'{"turn":2,"answer":"beggar"}','0.2:f4e8c558 4');
INSERT INTO "entries" VALUES('xusrO3QRkkIg',16,'played',1,1794876456406,'{"turn":3,"answer":"cursed-relic","bot":true}',NULL);
INSERT INTO "entries" VALUES('xusrO3QRkkIg',17,'played',1,1794876456408,'{"turn":4,"answer":"goods","bot":true}',NULL);
INSERT INTO "entries" VALUES('xusrO3QRkkIg',18,'played',2,1794876456411,'{"turn":4,"answer":"goods","bot":true}',NULL);
INSERT INTO "entries" VALUES('xusrO3QRkkIg',19,'played',1,1794876456413,'{"turn":5,"answer":"waitress","bot":true}',NULL);
INSERT INTO "entries" VALUES('xusrO3QRkkIg',20,'played',2,1794876456428,'{"turn":5,"answer":"governors-daughter","bot":true}',NULL);
INSERT INTO "entries" VALUES('xusrO3QRkkIg',21,'played',0,1794876456520,'{"turn":3,"answer":"cook"}','0.2:9f585668 5');
INSERT INTO "entries" VALUES('xusrO3QRkkIg',22,'played',2,1794876456527,'{"turn":6,"answer":"saber","bot":true}',NULL);
INSERT INTO "entries" VALUES('xusrO3QRkkIg',23,'played',2,1794876456532,'{"turn":7,"answer":"1:governors-daughter","bot":true}',NULL);
INSERT INTO "entries" VALUES('xusrO3QRkkIg',24,'played',0,1794876456541,'{"turn":4,"answer":"spanish-officer"}','0.2:673a9b73 6');
INSERT INTO "entries" VALUES('xusrO3QRkkIg',25,'played',0,1794876456555,'{"turn":5,"answer":"spanish-officer"}','0.2:47c203d2 7');
INSERT INTO "entries" VALUES('xusrO3QRkkIg',26,'played',1,1794876456562,'{"turn":6,"answer":"quartermaster","bot":true}',NULL);
INSERT INTO "entries" VALUES('xusrO3QRkkIg',27,'played',2,1794876456575,'{"turn":8,"answer":"cook","bot":true}',NULL);
INSERT INTO "entries" VALUES('xJUSJS3K241o',1,'created',NULL,1794876456610,'{"edition":"original","players":2,"options":{},"public":true,"clock":null,"host_watches":false}',NULL);
INSERT INTO "entries" VALUES('xJUSJS3K241o',2,'joined',0,1794876456610,'{"name":"Ines","colour":"yellow"}',NULL);
INSERT INTO "entries" VALUES('xJUSJS3K241o',3,'joined',1,1794876456633,'{"name":"Joris","colour":"red"}',NULL);
INSERT INTO "entries" VALUES('xJUSJS3K241o',4,'started',NULL,1794876456658,'{"seed":"60433840954217260234946127076310493992642459175483489534841171918262581084439","commitment":"8b81b2cc4cf7aed6f98e231845ddaebec9f98d7e2b47b603e63074b861c99487","rules":1}','0.2:ee20d943 1');
INSERT INTO "entries" VALUES('xJUSJS3K241o',5,'played',0,1794876456669,'{"turn":0,"answer":"monkey"}','0.2:0c3ed310 2');
INSERT INTO "entries" VALUES('xJUSJS3K241o',6,'played',1,1794876456672,'{"turn":0,"answer":"captain"}','1.3:271ae7d6 1');
INSERT INTO "entries" VALUES('xJUSJS3K241o',7,'played',1,1794876456681,'{"turn":1,"answer":"chest"}','1.3:cf1f9836 2');
INSERT INTO "entries" VALUES('xJUSJS3K241o',8,'played',0,1794876456685,'{"turn":1,"answer":"treasure-map"}','0.2:fea70aa9 3');
INSERT INTO "entries" VALUES('xJUSJS3K241o',9,'played',0,1794876456689,'{"turn":2,"answer":"beggar"}','0.2:8c025160 4');
INSERT INTO "entries" VALUES('xJUSJS3K241o',10,'played',1,1794876456692,'{"turn":2,"answer":"governors-daughter"}','1.3:3e2cce6b 3');
INSERT INTO "entries" VALUES('xJUSJS3K241o',11,'played',1,1794876456696,'{"turn":3,"answer":"cursed-relic"}','1.3:8823204c 4');
INSERT INTO "entries" VALUES('xJUSJS3K241o',12,'played',0,1794876456704,'{"turn":3,"answer":"treasure-map"}','0.2:1824075b 5');
INSERT INTO "entries" VALUES('xJUSJS3K241o',13,'played',0,1794876456717,'{"turn":4,"answer":"governors-daughter"}','0.2:5039f976 6');
INSERT INTO "entries" VALUES('xJUSJS3K241o',14,'played',1,1794876456721,'{"turn":4,"answer":"first-mate"}','1.3:471e27d0 5');
INSERT INTO "entries" VALUES('xJUSJS3K241o',15,'played',1,1794876456723,'{"turn":5,"answer":"treasure-map"}','1.3:bf697d61 6');
INSERT INTO "entries" VALUES('xJUSJS3K241o',16,'played',0,1794876456733,'{"turn":5,"answer":"chest"}','0.2:274c7a5f 7');
INSERT INTO "entries" VALUES('xJUSJS3K241o',17,'played',0,1794876456737,'{"turn":6,"answer":"first-mate"}','0.2:acf27a1e 8');
INSERT INTO "entries" VALUES('xJUSJS3K241o',18,'played',1,1794876456738,'{"turn":6,"answer":"monkey"}','1.3:93a396b4 7');
INSERT INTO "entries" VALUES('xJUSJS3K241o',19,'played',0,1794876456745,'{"turn":7,"answer":"goods"}','0.2:1c82250c 9');
INSERT INTO "entries" VALUES('xJUSJS3K241o',20,'played',1,1794876456749,'{"turn":7,"answer":"goods"}','1.3:cc03cfd2 8');
INSERT INTO "entries" VALUES('xJUSJS3K241o',21,'played',0,1794876456753,'{"turn":8,"answer":"surgeon"}','0.2:67079f25 10');
INSERT INTO "entries" VALUES('xJUSJS3K241o',22,'played',1,1794876456757,'{"turn":8,"answer":"bosun"}','1.3:1b84a19a 9');
INSERT INTO "entries" VALUES('xJUSJS3K241o',23,'played',0,1794876456769,'{"turn":9,"answer":"goods"}','0.2:a768ec9e 11');
INSERT INTO "entries" VALUES('xJUSJS3K241o',24,'played',1,1794876456777,'{"turn":9,"answer":"goods"}','1.3:feefa5eb 10');
INSERT INTO "entries" VALUES('xJUSJS3K241o',25,'played',0,1794876456782,'{"turn":10,"answer":"captain"}','0.2:6ad21782 12');
INSERT INTO "entries" VALUES('xJUSJS3K241o',26,'played',1,1794876456791,'{"turn":10,"answer":"waitress"}','1.3:70258cfd 11');
INSERT INTO "entries" VALUES('xJUSJS3K241o',27,'played',0,1794876456801,'{"turn":11,"answer":"goods"}','0.2:3664814f 13');
INSERT INTO "entries" VALUES('xJUSJS3K241o',28,'played',1,1794876456813,'{"turn":11,"answer":"jewel"}','1.3:189137e3 12');
INSERT INTO "entries" VALUES('xJUSJS3K241o',29,'played',1,1794876456826,'{"turn":12,"answer":"treasure-map"}','1.3:9cc6b876 13');
INSERT INTO "entries" VALUES('xJUSJS3K241o',30,'played',0,1794876456837,'{"turn":12,"answer":"freed-slave"}','0.2:6f3e2f1d 14');
INSERT INTO "entries" VALUES('xJUSJS3K241o',31,'played',1,1794876456846,'{"turn":13,"answer":"surgeon"}','1.3:35dec5b6 14');
INSERT INTO "entries" VALUES('xJUSJS3K241o',32,'played',1,1794876456865,'{"turn":14,"answer":"treasure-map"}','1.3:fb957a82 15');
INSERT INTO "entries" VALUES('xJUSJS3K241o',33,'played',0,1794876456870,'{"turn":13,"answer":"treasure-map"}','0.2:474e225c 15');
INSERT INTO "entries" VALUES('xJUSJS3K241o',34,'played',0,1794876456885,'{"turn":14,"answer":"bosun"}','0.2:045ed565 16');
INSERT INTO "entries" VALUES('xJUSJS3K241o',35,'played',1,1794876456893,'{"turn":15,"answer":"treasurer"}','1.3:f929c733 16');
INSERT INTO "entries" VALUES('xJUSJS3K241o',36,'played',1,1794876456905,'{"turn":16,"answer":"saber"}','1.3:a372a731 17');
INSERT INTO "entries" VALUES('xJUSJS3K241o',37,'played',1,1794876456918,'{"turn":17,"answer":"0:freed-slave"}','1.3:0611e53e 18');
INSERT INTO "entries" VALUES('xJUSJS3K241o',38,'played',0,1794876456930,'{"turn":15,"answer":"goods"}','0.2:66a4d8af 17');
INSERT INTO "entries" VALUES('xJUSJS3K241o',39,'played',1,1794876456942,'{"turn":18,"answer":"freed-slave"}','1.3:f33a627d 19');
INSERT INTO "entries" VALUES('xJUSJS3K241o',40,'played',0,1794876456957,'{"turn":16,"answer":"topman"}','0.2:66e02959 18');
INSERT INTO "entries" VALUES('xJUSJS3K241o',41,'played',0,1794876456965,'{"turn":17,"answer":"goods"}','0.2:c1c1cabc 19');
INSERT INTO "entries" VALUES('xJUSJS3K241o',42,'played',1,1794876456975,'{"turn":19,"answer":"jewel"}','1.3:0cbe2eaf 20');
INSERT INTO "entries" VALUES('xJUSJS3K241o',43,'played',0,1794876456985,'{"turn":18,"answer":"cook"}','0.2:2a9a3a41 20');
INSERT INTO "entries" VALUES('xJUSJS3K241o',44,'played',1,1794876456993,'{"turn":20,"answer":"cabin-boy"}','1.3:6cfe4e5b 21');
INSERT INTO "entries" VALUES('xJUSJS3K241o',45,'played',0,1794876456998,'{"turn":19,"answer":"chest"}','0.2:ae8febc0 21');
INSERT INTO "entries" VALUES('xJUSJS3K241o',46,'played',0,1794876457009,'{"turn":20,"answer":"saber"}','0.2:e0c9d4e0 22');
INSERT INTO "entries" VALUES('xJUSJS3K241o',47,'played',0,1794876457021,'{"turn":21,"answer":"1:treasurer"}','0.2:baafed0a 23');
INSERT INTO "entries" VALUES('xJUSJS3K241o',48,'played',0,1794876457030,'{"turn":22,"answer":"parrot"}','0.2:beb34b93 24');
INSERT INTO "entries" VALUES('xJUSJS3K241o',49,'played',1,1794876457037,'{"turn":21,"answer":"armorer"}','1.3:99c7c91c 22');
INSERT INTO "entries" VALUES('xJUSJS3K241o',50,'played',0,1794876457049,'{"turn":23,"answer":"waitress"}','0.2:83703e92 25');
INSERT INTO "entries" VALUES('xJUSJS3K241o',51,'played',1,1794876457069,'{"turn":22,"answer":"goods"}','1.3:4473ec91 23');
INSERT INTO "entries" VALUES('xJUSJS3K241o',52,'played',0,1794876457077,'{"turn":24,"answer":"treasure-map"}','0.2:46154f3b 26');
INSERT INTO "entries" VALUES('xJUSJS3K241o',53,'played',0,1794876457089,'{"turn":25,"answer":"treasure-map"}','0.2:e23fd130 27');
INSERT INTO "entries" VALUES('xJUSJS3K241o',54,'played',0,1794876457101,'{"turn":26,"answer":"cabin-boy"}','0.2:7d1c6567 28');
INSERT INTO "entries" VALUES('xJUSJS3K241o',55,'played',1,1794876457113,'{"turn":23,"answer":"beggar"}','1.3:05957edd 24');
INSERT INTO "entries" VALUES('xJUSJS3K241o',56,'played',1,1794876457120,'{"turn":24,"answer":"cursed-relic"}','1.3:3417a681 25');
INSERT INTO "entries" VALUES('xJUSJS3K241o',57,'played',0,1794876457140,'{"turn":27,"answer":"treasure-map"}','0.2:3d9f36d3 29');
INSERT INTO "entries" VALUES('xJUSJS3K241o',58,'played',0,1794876457163,'{"turn":28,"answer":"merchant"}','0.2:f4c3b5c9 30');
INSERT INTO "entries" VALUES('xJUSJS3K241o',59,'played',1,1794876457173,'{"turn":25,"answer":"quartermaster"}','1.3:e8eae84c 26');
INSERT INTO "entries" VALUES('xJUSJS3K241o',60,'played',1,1794876457185,'{"turn":26,"answer":"goods"}','1.3:8c67d0ef 27');
INSERT INTO "entries" VALUES('xJUSJS3K241o',61,'played',0,1794876457196,'{"turn":29,"answer":"spanish-officer"}','0.2:f6a451d7 31');
INSERT INTO "entries" VALUES('xJUSJS3K241o',62,'played',0,1794876457209,'{"turn":30,"answer":"mutineer"}','0.2:8a6d48f2 32');
INSERT INTO "entries" VALUES('xJUSJS3K241o',63,'played',1,1794876457217,'{"turn":27,"answer":"recruiter"}','1.3:666b2fdd 28');
INSERT INTO "entries" VALUES('xJUSJS3K241o',64,'played',1,1794876457232,'{"turn":28,"answer":"quartermaster"}','1.3:38113051 29');
INSERT INTO "entries" VALUES('xJUSJS3K241o',65,'played',0,1794876457241,'{"turn":31,"answer":"cursed-relic"}','0.2:c606a08d 33');
INSERT INTO "entries" VALUES('xJUSJS3K241o',66,'played',1,1794876457247,'{"turn":29,"answer":"cursed-relic"}','1.3:677d6257 30');
INSERT INTO "entries" VALUES('xJUSJS3K241o',67,'played',0,1794876457254,'{"turn":32,"answer":"armorer"}','0.2:842c4b51 34');
INSERT INTO "entries" VALUES('xJUSJS3K241o',68,'played',1,1794876457265,'{"turn":30,"answer":"topman"}','1.3:d3ee6688 31');
INSERT INTO "entries" VALUES('xJUSJS3K241o',69,'played',0,1794876457281,'{"turn":33,"answer":"jewel"}','0.2:11d10981 35');
INSERT INTO "entries" VALUES('xJUSJS3K241o',70,'played',1,1794876457297,'{"turn":31,"answer":"jewel"}','1.3:40e11a5b 32');
INSERT INTO "entries" VALUES('xJUSJS3K241o',71,'played',0,1794876457306,'{"turn":34,"answer":"brute"}','0.2:f35be11c 36');
INSERT INTO "entries" VALUES('xJUSJS3K241o',72,'played',1,1794876457317,'{"turn":32,"answer":"mutineer"}','1.3:7e7061ea 33');
INSERT INTO "entries" VALUES('xJUSJS3K241o',73,'played',1,1794876457329,'{"turn":33,"answer":"chest"}','1.3:368ddc76 34');
INSERT INTO "entries" VALUES('xJUSJS3K241o',74,'played',0,1794876457338,'{"turn":35,"answer":"treasurer"}','0.2:13dfa814 37');
INSERT INTO "entries" VALUES('xJUSJS3K241o',75,'played',1,1794876457345,'{"turn":34,"answer":"cook"}','1.3:63106b6e 35');
INSERT INTO "entries" VALUES('xJUSJS3K241o',76,'played',0,1794876457353,'{"turn":36,"answer":"goods"}','0.2:993a4647 38');
INSERT INTO "entries" VALUES('xJUSJS3K241o',77,'played',1,1794876457365,'{"turn":35,"answer":"saber"}','1.3:9a4bb648 36');
INSERT INTO "entries" VALUES('xJUSJS3K241o',78,'played',1,1794876457374,'{"turn":36,"answer":"0:mutineer"}','1.3:1af22c45 37');
INSERT INTO "entries" VALUES('xJUSJS3K241o',79,'played',0,1794876457378,'{"turn":37,"answer":"recruiter"}','0.2:f912202c 39');
INSERT INTO "entries" VALUES('xJUSJS3K241o',80,'played',1,1794876457381,'{"turn":37,"answer":"parrot"}','1.3:db55b3a8 38');
INSERT INTO "entries" VALUES('xJUSJS3K241o',81,'played',1,1794876457396,'{"turn":38,"answer":"merchant"}','1.3:2069b437 39');
INSERT INTO "entries" VALUES('xJUSJS3K241o',82,'played',0,1794876457425,'{"turn":38,"answer":"treasurer"}','0.2:c1572557 40');
INSERT INTO "entries" VALUES('xJUSJS3K241o',83,'played',1,1794876457441,'{"turn":39,"answer":"spanish-officer"}','1.3:84623be5 40');
INSERT INTO "entries" VALUES('xJUSJS3K241o',84,'played',0,1794876457448,'{"turn":39,"answer":"treasure-map"}','0.2:13adf674 41');
INSERT INTO "entries" VALUES('xJUSJS3K241o',85,'chat',0,1794876457473,'{"text":"Well played."}','0.2:cebb2815 42');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',1,'created',NULL,1794876457510,'{"edition":"galecrest","players":1,"options":{"difficulty":"hard"},"public":true,"clock":null,"host_watches":false}',NULL);
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',2,'joined',0,1794876457510,'{"name":"Ines","colour":"yellow"}',NULL);
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',3,'started',NULL,1794876457534,'{"seed":"65684846367831269885167625402026915091271451715090273328079920361065761768069","commitment":"7947fafa28c0b56d16eaa2e31c02e51e393e7499b4177f07827756eedb904825","rules":1}','0.2:65654824 1');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',4,'played',0,1794876457549,'{"turn":0,"answer":"preacher"}','0.2:2efffc51 2');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',5,'played',0,1794876457573,'{"turn":1,"answer":"relic"}','0.2:fc8eaf16 3');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',6,'played',0,1794876457581,'{"turn":2,"answer":"barkeep"}','0.2:1c059eac 4');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',7,'played',0,1794876457588,'{"turn":3,"answer":"relic"}','0.2:9c5be75e 5');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',8,'played',0,1794876457617,'{"turn":4,"answer":"smuggler"}','0.2:95f1ef85 6');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',9,'played',0,1794876457629,'{"turn":5,"answer":"hook"}','0.2:9c3a3643 7');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',10,'played',0,1794876457648,'{"turn":6,"answer":"officer"}','0.2:10ddd4ec 8');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',11,'played',0,1794876457661,'{"turn":7,"answer":"relic"}','0.2:6befeea2 9');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',12,'played',0,1794876457681,'{"turn":8,"answer":"officer"}','0.2:2ee775ea 10');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',13,'played',0,1794876457694,'{"turn":9,"answer":"infantry"}','0.2:ed7d8c36 11');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',14,'played',0,1794876457705,'{"turn":10,"answer":"barrel"}','0.2:c96d8e30 12');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',15,'played',0,1794876457721,'{"turn":11,"answer":"first-mate"}','0.2:ea07ca82 13');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',16,'played',0,1794876457737,'{"turn":12,"answer":"hook"}','0.2:4cac0996 14');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',17,'played',0,1794876457753,'{"turn":13,"answer":"bosun"}','0.2:59860daf 15');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',18,'played',0,1794876457770,'{"turn":14,"answer":"barrel"}','0.2:847e4972 16');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',19,'played',0,1794876457787,'{"turn":15,"answer":"watchman"}','0.2:1d2e487d 17');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',20,'played',0,1794876457798,'{"turn":16,"answer":"saber/relic"}','0.2:f38d3757 18');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',21,'played',0,1794876457813,'{"turn":17,"answer":"merchant"}','0.2:2f944f7f 19');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',22,'played',0,1794876457826,'{"turn":18,"answer":"1*hook"}','0.2:095e0b83 20');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',23,'played',0,1794876457845,'{"turn":19,"answer":"barrel"}','0.2:83a2deb7 21');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',24,'played',0,1794876457858,'{"turn":20,"answer":"captain"}','0.2:6c5c6810 22');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',25,'played',0,1794876457869,'{"turn":21,"answer":"relic"}','0.2:21f30273 23');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',26,'played',0,1794876457917,'{"turn":22,"answer":"surgeon"}','0.2:8c6a824c 24');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',27,'played',0,1794876457937,'{"turn":23,"answer":"smuggler"}','0.2:01b557c7 25');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',28,'played',0,1794876457957,'{"turn":24,"answer":"barrel"}','0.2:4ae5ab4e 26');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',29,'played',0,1794876457991,'{"turn":25,"answer":"smuggler"}','0.2:4200e870 27');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',30,'played',0,1794876458013,'{"turn":26,"answer":"map"}','0.2:b77e292f 28');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',31,'played',0,1794876458037,'{"turn":27,"answer":"freed-prisoner"}','0.2:820fff36 29');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',32,'played',0,1794876458057,'{"turn":28,"answer":"barrel"}','0.2:9e72c735 30');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',33,'played',0,1794876458077,'{"turn":29,"answer":"thief"}','0.2:a8925461 31');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',34,'played',0,1794876458094,'{"turn":30,"answer":"1:map"}','0.2:14baf459 32');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',35,'played',0,1794876458117,'{"turn":31,"answer":"relic"}','0.2:f24de081 33');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',36,'played',0,1794876458137,'{"turn":32,"answer":"treasurer"}','0.2:14efbaab 34');
INSERT INTO "entries" VALUES('AKKxTpYPiz1I',37,'played',0,1794876458157,'{"turn":33,"answer":"chest"}','0.2:07ea6595 35');
INSERT INTO "entries" VALUES('BsctTWzMVUAO',1,'created',NULL,1794876458192,'{"edition":"original","players":3,"options":{},"public":true,"clock":null,"host_watches":false}',NULL);
INSERT INTO "entries" VALUES('BsctTWzMVUAO',2,'joined',0,1794876458192,'{"name":"Ines","colour":"yellow"}',NULL);
INSERT INTO "entries" VALUES('BsctTWzMVUAO',3,'joined',1,1794876458269,'{"name":"Joris","colour":"red"}',NULL);
CREATE TABLE keys (
	table_id VARCHAR(24) NOT NULL, 
	hash BLOB NOT NULL, 
	seat INTEGER, 
	host BOOLEAN NOT NULL, 
	PRIMARY KEY (table_id, hash)
);
INSERT INTO "keys" VALUES('TN9CsW7X_rFY',X'762E3696E64FDC272669EFDAE54606DC6EDB9F98A80194A01B9411F5282609F2',0,1);
INSERT INTO "keys" VALUES('TN9CsW7X_rFY',X'307815F5DB57DE4F3AE032D8DA8ABF329180EB9E48AF17DE31F3486BBFA83D9E',1,0);
INSERT INTO "keys" VALUES('xusrO3QRkkIg',X'7E11A43C69A1F63E752AABC3002B8B9AB89D50F84C6097F22F65917DC1AFE3D6',0,1);
INSERT INTO "keys" VALUES('xJUSJS3K241o',X'A5CE0428E48FB8AEB7D8BE3FFE5FB56BB653E261BEDAF7C101A8122ED6F14ADA',0,1);
INSERT INTO "keys" VALUES('xJUSJS3K241o',X'C7EEF68593E8C3B3E8DC9D5B119A0F0063FD9FE7DA077012130C6C714A137B95',1,0);
INSERT INTO "keys" VALUES('AKKxTpYPiz1I',X'C2DC73346D0E36C9B7F5A941D6EE71857F667FF7691F69DC8243822DDBC0CEA3',0,1);
INSERT INTO "keys" VALUES('BsctTWzMVUAO',X'06BF6C8FBBAFD928993418B86FDCD8D0B5A5EC1CFAD9258173B46E702CA3F81B',0,1);
INSERT INTO "keys" VALUES('BsctTWzMVUAO',X'2E4338A147EA952E6697B55851B4BE01553C7B90A7D8083E2333805925A8C721',1,0);
CREATE TABLE tables (
	id VARCHAR(24) NOT NULL, 
	status VARCHAR(12) NOT NULL, 
	public BOOLEAN NOT NULL, 
	info TEXT NOT NULL, 
	touched BIGINT NOT NULL, 
	kept_by VARCHAR(24) NOT NULL, 
	kept_until BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('TN9CsW7X_rFY','playing',1,'{"id":"TN9CsW7X_rFY","edition":"galecrest","options":{"board":"uncharted"},"players":2,"status":"playing","public":true,"created":1794876455053,"clock":null,"host":0,"seats":[{"seat":0,"kind":"person","name":"Ines","colour":"yellow","level":null,"bot":false},{"seat":1,"kind":"person","name":"Joris","colour":"red","level":null,"bot":false}],"commitment":"61c414523c7ded591d6fa34829fa896f1210fa3bea40dc61bcb369e7d30712e0","seed":null,"scores":null,"winners":null,"rematch":null}',1794876455186,'a1ba484e62b8',0);
INSERT INTO "tables" VALUES('xusrO3QRkkIg','playing',1,'{"id":"xusrO3QRkkIg","edition":"original","options":{},"players":3,"status":"playing","public":true,"created":1794876455709,"clock":null,"host":0,"seats":[{"seat":0,"kind":"person","name":"Ines","colour":"yellow","level":null,"bot":false},{"seat":1,"kind":"bot","name":"Barnaby","colour":"red","level":"random","bot":true},{"seat":2,"kind":"bot","name":"Mirabelle","colour":"blue","level":"greedy","bot":true}],"commitment":"bc82403331d03845034cc4af476dd374a6791725de48e90696494c9fef845985","seed":null,"scores":null,"winners":null,"rematch":null}',1794876455751,'a1ba484e62b8',0);
INSERT INTO "tables" VALUES('xJUSJS3K241o','over',1,'{"id":"xJUSJS3K241o","edition":"original","options":{},"players":2,"status":"over","public":true,"created":1794876456610,"clock":null,"host":0,"seats":[{"seat":0,"kind":"person","name":"Ines","colour":"yellow","level":null,"bot":false},{"seat":1,"kind":"person","name":"Joris","colour":"red","level":null,"bot":false}],"commitment":"8b81b2cc4cf7aed6f98e231845ddaebec9f98d7e2b47b603e63074b861c99487","seed":"60433840954217260234946127076310493992642459175483489534841171918262581084439","scores":[56,73],"winners":[1],"rematch":null}',1794876457462,'a1ba484e62b8',0);
INSERT INTO "tables" VALUES('AKKxTpYPiz1I','over',1,'{"id":"AKKxTpYPiz1I","edition":"galecrest","options":{"difficulty":"hard"},"players":1,"status":"over","public":true,"created":1794876457510,"clock":null,"host":0,"seats":[{"seat":0,"kind":"person","name":"Ines","colour":"yellow","level":null,"bot":false}],"commitment":"7947fafa28c0b56d16eaa2e31c02e51e393e7499b4177f07827756eedb904825","seed":"65684846367831269885167625402026915091271451715090273328079920361065761768069","scores":[46,77],"winners":[1],"rematch":null}',1794876458174,'a1ba484e62b8',0);
INSERT INTO "tables" VALUES('BsctTWzMVUAO','open',1,'{"id":"BsctTWzMVUAO","edition":"original","options":{},"players":3,"status":"open","public":true,"created":1794876458192,"clock":null,"host":0,"seats":[{"seat":0,"kind":"person","name":"Ines","colour":"yellow","level":null,"bot":false},{"seat":1,"kind":"person","name":"Joris","colour":"red","level":null,"bot":false},{"seat":2,"kind":"open","name":null,"colour":null,"level":null,"bot":false}],"commitment":null,"seed":null,"scores":null,"winners":null,"rematch":null}',1794876458270,'',0);
CREATE INDEX tables_listed ON tables (public, status, touched);
CREATE INDEX tables_kept ON tables (status, kept_until);
CREATE UNIQUE INDEX entries_once ON entries (table_id, client);
COMMIT;
