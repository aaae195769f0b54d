pragma Warnings (Off);
pragma Ada_95;
pragma Source_File_Name (ada_main, Spec_File_Name => "b~hornsolve_calls.ads");
pragma Source_File_Name (ada_main, Body_File_Name => "b~hornsolve_calls.adb");
pragma Suppress (Overflow_Check);
with Ada.Exceptions;

package body ada_main is

   E070 : Short_Integer; pragma Import (Ada, E070, "system__os_lib_E");
   E006 : Short_Integer; pragma Import (Ada, E006, "ada__exceptions_E");
   E011 : Short_Integer; pragma Import (Ada, E011, "system__soft_links_E");
   E023 : Short_Integer; pragma Import (Ada, E023, "system__exception_table_E");
   E036 : Short_Integer; pragma Import (Ada, E036, "ada__containers_E");
   E065 : Short_Integer; pragma Import (Ada, E065, "ada__io_exceptions_E");
   E051 : Short_Integer; pragma Import (Ada, E051, "ada__strings_E");
   E053 : Short_Integer; pragma Import (Ada, E053, "ada__strings__maps_E");
   E057 : Short_Integer; pragma Import (Ada, E057, "ada__strings__maps__constants_E");
   E041 : Short_Integer; pragma Import (Ada, E041, "interfaces__c_E");
   E024 : Short_Integer; pragma Import (Ada, E024, "system__exceptions_E");
   E081 : Short_Integer; pragma Import (Ada, E081, "system__object_reader_E");
   E046 : Short_Integer; pragma Import (Ada, E046, "system__dwarf_lines_E");
   E019 : Short_Integer; pragma Import (Ada, E019, "system__soft_links__initialize_E");
   E035 : Short_Integer; pragma Import (Ada, E035, "system__traceback__symbolic_E");
   E131 : Short_Integer; pragma Import (Ada, E131, "ada__assertions_E");
   E099 : Short_Integer; pragma Import (Ada, E099, "ada__strings__utf_encoding_E");
   E105 : Short_Integer; pragma Import (Ada, E105, "ada__tags_E");
   E097 : Short_Integer; pragma Import (Ada, E097, "ada__strings__text_buffers_E");
   E113 : Short_Integer; pragma Import (Ada, E113, "ada__streams_E");
   E125 : Short_Integer; pragma Import (Ada, E125, "system__file_control_block_E");
   E124 : Short_Integer; pragma Import (Ada, E124, "system__finalization_root_E");
   E122 : Short_Integer; pragma Import (Ada, E122, "ada__finalization_E");
   E121 : Short_Integer; pragma Import (Ada, E121, "system__file_io_E");
   E111 : Short_Integer; pragma Import (Ada, E111, "ada__text_io_E");
   E127 : Short_Integer; pragma Import (Ada, E127, "generated_1_E");
   E134 : Short_Integer; pragma Import (Ada, E134, "generated_10_E");
   E136 : Short_Integer; pragma Import (Ada, E136, "generated_11_E");
   E138 : Short_Integer; pragma Import (Ada, E138, "generated_12_E");
   E140 : Short_Integer; pragma Import (Ada, E140, "generated_13_E");
   E142 : Short_Integer; pragma Import (Ada, E142, "generated_14_E");
   E144 : Short_Integer; pragma Import (Ada, E144, "generated_15_E");
   E146 : Short_Integer; pragma Import (Ada, E146, "generated_16_E");
   E148 : Short_Integer; pragma Import (Ada, E148, "generated_17_E");
   E150 : Short_Integer; pragma Import (Ada, E150, "generated_18_E");
   E152 : Short_Integer; pragma Import (Ada, E152, "generated_19_E");
   E154 : Short_Integer; pragma Import (Ada, E154, "generated_2_E");
   E156 : Short_Integer; pragma Import (Ada, E156, "generated_20_E");
   E158 : Short_Integer; pragma Import (Ada, E158, "generated_21_E");
   E160 : Short_Integer; pragma Import (Ada, E160, "generated_22_E");
   E162 : Short_Integer; pragma Import (Ada, E162, "generated_23_E");
   E164 : Short_Integer; pragma Import (Ada, E164, "generated_24_E");
   E166 : Short_Integer; pragma Import (Ada, E166, "generated_25_E");
   E168 : Short_Integer; pragma Import (Ada, E168, "generated_26_E");
   E170 : Short_Integer; pragma Import (Ada, E170, "generated_27_E");
   E172 : Short_Integer; pragma Import (Ada, E172, "generated_28_E");
   E174 : Short_Integer; pragma Import (Ada, E174, "generated_29_E");
   E176 : Short_Integer; pragma Import (Ada, E176, "generated_3_E");
   E178 : Short_Integer; pragma Import (Ada, E178, "generated_30_E");
   E180 : Short_Integer; pragma Import (Ada, E180, "generated_31_E");
   E182 : Short_Integer; pragma Import (Ada, E182, "generated_32_E");
   E184 : Short_Integer; pragma Import (Ada, E184, "generated_33_E");
   E186 : Short_Integer; pragma Import (Ada, E186, "generated_34_E");
   E188 : Short_Integer; pragma Import (Ada, E188, "generated_35_E");
   E190 : Short_Integer; pragma Import (Ada, E190, "generated_36_E");
   E192 : Short_Integer; pragma Import (Ada, E192, "generated_37_E");
   E194 : Short_Integer; pragma Import (Ada, E194, "generated_38_E");
   E196 : Short_Integer; pragma Import (Ada, E196, "generated_39_E");
   E198 : Short_Integer; pragma Import (Ada, E198, "generated_4_E");
   E200 : Short_Integer; pragma Import (Ada, E200, "generated_40_E");
   E202 : Short_Integer; pragma Import (Ada, E202, "generated_5_E");
   E204 : Short_Integer; pragma Import (Ada, E204, "generated_6_E");
   E206 : Short_Integer; pragma Import (Ada, E206, "generated_7_E");
   E208 : Short_Integer; pragma Import (Ada, E208, "generated_8_E");
   E210 : Short_Integer; pragma Import (Ada, E210, "generated_9_E");

   Sec_Default_Sized_Stacks : array (1 .. 1) of aliased System.Secondary_Stack.SS_Stack (System.Parameters.Runtime_Default_Sec_Stack_Size);

   Local_Priority_Specific_Dispatching : constant String := "";
   Local_Interrupt_States : constant String := "";

   Is_Elaborated : Boolean := False;

   procedure finalize_library is
   begin
      E111 := E111 - 1;
      declare
         procedure F1;
         pragma Import (Ada, F1, "ada__text_io__finalize_spec");
      begin
         F1;
      end;
      declare
         procedure F2;
         pragma Import (Ada, F2, "system__file_io__finalize_body");
      begin
         E121 := E121 - 1;
         F2;
      end;
      declare
         procedure Reraise_Library_Exception_If_Any;
            pragma Import (Ada, Reraise_Library_Exception_If_Any, "__gnat_reraise_library_exception_if_any");
      begin
         Reraise_Library_Exception_If_Any;
      end;
   end finalize_library;

   procedure adafinal is
      procedure s_stalib_adafinal;
      pragma Import (Ada, s_stalib_adafinal, "system__standard_library__adafinal");

      procedure Runtime_Finalize;
      pragma Import (C, Runtime_Finalize, "__gnat_runtime_finalize");

   begin
      if not Is_Elaborated then
         return;
      end if;
      Is_Elaborated := False;
      Runtime_Finalize;
      s_stalib_adafinal;
   end adafinal;

   type No_Param_Proc is access procedure;
   pragma Favor_Top_Level (No_Param_Proc);

   procedure adainit is
      Main_Priority : Integer;
      pragma Import (C, Main_Priority, "__gl_main_priority");
      Time_Slice_Value : Integer;
      pragma Import (C, Time_Slice_Value, "__gl_time_slice_val");
      WC_Encoding : Character;
      pragma Import (C, WC_Encoding, "__gl_wc_encoding");
      Locking_Policy : Character;
      pragma Import (C, Locking_Policy, "__gl_locking_policy");
      Queuing_Policy : Character;
      pragma Import (C, Queuing_Policy, "__gl_queuing_policy");
      Task_Dispatching_Policy : Character;
      pragma Import (C, Task_Dispatching_Policy, "__gl_task_dispatching_policy");
      Priority_Specific_Dispatching : System.Address;
      pragma Import (C, Priority_Specific_Dispatching, "__gl_priority_specific_dispatching");
      Num_Specific_Dispatching : Integer;
      pragma Import (C, Num_Specific_Dispatching, "__gl_num_specific_dispatching");
      Main_CPU : Integer;
      pragma Import (C, Main_CPU, "__gl_main_cpu");
      Interrupt_States : System.Address;
      pragma Import (C, Interrupt_States, "__gl_interrupt_states");
      Num_Interrupt_States : Integer;
      pragma Import (C, Num_Interrupt_States, "__gl_num_interrupt_states");
      Unreserve_All_Interrupts : Integer;
      pragma Import (C, Unreserve_All_Interrupts, "__gl_unreserve_all_interrupts");
      Detect_Blocking : Integer;
      pragma Import (C, Detect_Blocking, "__gl_detect_blocking");
      Default_Stack_Size : Integer;
      pragma Import (C, Default_Stack_Size, "__gl_default_stack_size");
      Default_Secondary_Stack_Size : System.Parameters.Size_Type;
      pragma Import (C, Default_Secondary_Stack_Size, "__gnat_default_ss_size");
      Bind_Env_Addr : System.Address;
      pragma Import (C, Bind_Env_Addr, "__gl_bind_env_addr");

      procedure Runtime_Initialize (Install_Handler : Integer);
      pragma Import (C, Runtime_Initialize, "__gnat_runtime_initialize");

      Finalize_Library_Objects : No_Param_Proc;
      pragma Import (C, Finalize_Library_Objects, "__gnat_finalize_library_objects");
      Binder_Sec_Stacks_Count : Natural;
      pragma Import (Ada, Binder_Sec_Stacks_Count, "__gnat_binder_ss_count");
      Default_Sized_SS_Pool : System.Address;
      pragma Import (Ada, Default_Sized_SS_Pool, "__gnat_default_ss_pool");

   begin
      if Is_Elaborated then
         return;
      end if;
      Is_Elaborated := True;
      Main_Priority := -1;
      Time_Slice_Value := -1;
      WC_Encoding := 'b';
      Locking_Policy := ' ';
      Queuing_Policy := ' ';
      Task_Dispatching_Policy := ' ';
      Priority_Specific_Dispatching :=
        Local_Priority_Specific_Dispatching'Address;
      Num_Specific_Dispatching := 0;
      Main_CPU := -1;
      Interrupt_States := Local_Interrupt_States'Address;
      Num_Interrupt_States := 0;
      Unreserve_All_Interrupts := 0;
      Detect_Blocking := 0;
      Default_Stack_Size := -1;

      ada_main'Elab_Body;
      Default_Secondary_Stack_Size := System.Parameters.Runtime_Default_Sec_Stack_Size;
      Binder_Sec_Stacks_Count := 1;
      Default_Sized_SS_Pool := Sec_Default_Sized_Stacks'Address;

      Runtime_Initialize (1);

      Finalize_Library_Objects := finalize_library'access;

      Ada.Exceptions'Elab_Spec;
      System.Soft_Links'Elab_Spec;
      System.Exception_Table'Elab_Body;
      E023 := E023 + 1;
      Ada.Containers'Elab_Spec;
      E036 := E036 + 1;
      Ada.Io_Exceptions'Elab_Spec;
      E065 := E065 + 1;
      Ada.Strings'Elab_Spec;
      E051 := E051 + 1;
      Ada.Strings.Maps'Elab_Spec;
      E053 := E053 + 1;
      Ada.Strings.Maps.Constants'Elab_Spec;
      E057 := E057 + 1;
      Interfaces.C'Elab_Spec;
      E041 := E041 + 1;
      System.Exceptions'Elab_Spec;
      E024 := E024 + 1;
      System.Object_Reader'Elab_Spec;
      E081 := E081 + 1;
      System.Dwarf_Lines'Elab_Spec;
      E046 := E046 + 1;
      System.Os_Lib'Elab_Body;
      E070 := E070 + 1;
      System.Soft_Links.Initialize'Elab_Body;
      E019 := E019 + 1;
      E011 := E011 + 1;
      System.Traceback.Symbolic'Elab_Body;
      E035 := E035 + 1;
      E006 := E006 + 1;
      Ada.Assertions'Elab_Spec;
      E131 := E131 + 1;
      Ada.Strings.Utf_Encoding'Elab_Spec;
      E099 := E099 + 1;
      Ada.Tags'Elab_Spec;
      Ada.Tags'Elab_Body;
      E105 := E105 + 1;
      Ada.Strings.Text_Buffers'Elab_Spec;
      E097 := E097 + 1;
      Ada.Streams'Elab_Spec;
      E113 := E113 + 1;
      System.File_Control_Block'Elab_Spec;
      E125 := E125 + 1;
      System.Finalization_Root'Elab_Spec;
      E124 := E124 + 1;
      Ada.Finalization'Elab_Spec;
      E122 := E122 + 1;
      System.File_Io'Elab_Body;
      E121 := E121 + 1;
      Ada.Text_Io'Elab_Spec;
      Ada.Text_Io'Elab_Body;
      E111 := E111 + 1;
      E127 := E127 + 1;
      E134 := E134 + 1;
      E136 := E136 + 1;
      E138 := E138 + 1;
      E140 := E140 + 1;
      E142 := E142 + 1;
      E144 := E144 + 1;
      E146 := E146 + 1;
      E148 := E148 + 1;
      E150 := E150 + 1;
      E152 := E152 + 1;
      E154 := E154 + 1;
      E156 := E156 + 1;
      E158 := E158 + 1;
      E160 := E160 + 1;
      E162 := E162 + 1;
      E164 := E164 + 1;
      E166 := E166 + 1;
      E168 := E168 + 1;
      E170 := E170 + 1;
      E172 := E172 + 1;
      E174 := E174 + 1;
      E176 := E176 + 1;
      E178 := E178 + 1;
      E180 := E180 + 1;
      E182 := E182 + 1;
      E184 := E184 + 1;
      E186 := E186 + 1;
      E188 := E188 + 1;
      E190 := E190 + 1;
      E192 := E192 + 1;
      E194 := E194 + 1;
      E196 := E196 + 1;
      E198 := E198 + 1;
      E200 := E200 + 1;
      E202 := E202 + 1;
      E204 := E204 + 1;
      E206 := E206 + 1;
      E208 := E208 + 1;
      E210 := E210 + 1;
   end adainit;

   procedure Ada_Main_Program;
   pragma Import (Ada, Ada_Main_Program, "_ada_hornsolve_calls");

   function main
     (argc : Integer;
      argv : System.Address;
      envp : System.Address)
      return Integer
   is
      procedure Initialize (Addr : System.Address);
      pragma Import (C, Initialize, "__gnat_initialize");

      procedure Finalize;
      pragma Import (C, Finalize, "__gnat_finalize");
      SEH : aliased array (1 .. 2) of Integer;

      Ensure_Reference : aliased System.Address := Ada_Main_Program_Name'Address;
      pragma Volatile (Ensure_Reference);

   begin
      if gnat_argc = 0 then
         gnat_argc := argc;
         gnat_argv := argv;
      end if;
      gnat_envp := envp;

      Initialize (SEH'Address);
      adainit;
      Ada_Main_Program;
      adafinal;
      Finalize;
      return (gnat_exit_status);
   end;

--  BEGIN Object file/option list
   --   /tmp/.tmpFl2RT9/generated_1.o
   --   /tmp/.tmpFl2RT9/generated_10.o
   --   /tmp/.tmpFl2RT9/generated_11.o
   --   /tmp/.tmpFl2RT9/generated_12.o
   --   /tmp/.tmpFl2RT9/generated_13.o
   --   /tmp/.tmpFl2RT9/generated_14.o
   --   /tmp/.tmpFl2RT9/generated_15.o
   --   /tmp/.tmpFl2RT9/generated_16.o
   --   /tmp/.tmpFl2RT9/generated_17.o
   --   /tmp/.tmpFl2RT9/generated_18.o
   --   /tmp/.tmpFl2RT9/generated_19.o
   --   /tmp/.tmpFl2RT9/generated_2.o
   --   /tmp/.tmpFl2RT9/generated_20.o
   --   /tmp/.tmpFl2RT9/generated_21.o
   --   /tmp/.tmpFl2RT9/generated_22.o
   --   /tmp/.tmpFl2RT9/generated_23.o
   --   /tmp/.tmpFl2RT9/generated_24.o
   --   /tmp/.tmpFl2RT9/generated_25.o
   --   /tmp/.tmpFl2RT9/generated_26.o
   --   /tmp/.tmpFl2RT9/generated_27.o
   --   /tmp/.tmpFl2RT9/generated_28.o
   --   /tmp/.tmpFl2RT9/generated_29.o
   --   /tmp/.tmpFl2RT9/generated_3.o
   --   /tmp/.tmpFl2RT9/generated_30.o
   --   /tmp/.tmpFl2RT9/generated_31.o
   --   /tmp/.tmpFl2RT9/generated_32.o
   --   /tmp/.tmpFl2RT9/generated_33.o
   --   /tmp/.tmpFl2RT9/generated_34.o
   --   /tmp/.tmpFl2RT9/generated_35.o
   --   /tmp/.tmpFl2RT9/generated_36.o
   --   /tmp/.tmpFl2RT9/generated_37.o
   --   /tmp/.tmpFl2RT9/generated_38.o
   --   /tmp/.tmpFl2RT9/generated_39.o
   --   /tmp/.tmpFl2RT9/generated_4.o
   --   /tmp/.tmpFl2RT9/generated_40.o
   --   /tmp/.tmpFl2RT9/generated_5.o
   --   /tmp/.tmpFl2RT9/generated_6.o
   --   /tmp/.tmpFl2RT9/generated_7.o
   --   /tmp/.tmpFl2RT9/generated_8.o
   --   /tmp/.tmpFl2RT9/generated_9.o
   --   /tmp/.tmpFl2RT9/hornsolve_calls.o
   --   -L/tmp/.tmpFl2RT9/
   --   -L/tmp/.tmpFl2RT9/
   --   -L/usr/lib/gcc/x86_64-linux-gnu/12/adalib/
   --   -shared
   --   -lgnat-12
   --   -ldl
--  END Object file/option list   

end ada_main;
